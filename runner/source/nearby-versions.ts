import { compare, rcompare, valid } from 'semver';

/**
 * What a package has instead of the version, range or tag that it does not have, in words: its neighbours, newest
 * versions or tags. The names come from the registry; only versions and tags of the usual form are shown.
 */
export function nearbyVersions(wanted: string, versions: readonly string[], tags: readonly string[]): string {
  const known = versions.filter((version) => valid(version) === version).sort(compare);
  if (known.length === 0) return 'it has no published version';
  const exact = valid(wanted, { loose: true });
  if (exact) {
    const after = known.findIndex((version) => compare(version, exact) > 0);
    const place = after === -1 ? known.length : after;
    return `nearby there are ${listed(known.slice(Math.max(0, place - 2), place + 2))}`;
  }
  const newest = known.toSorted(rcompare).slice(0, 3);
  const shown = tags.filter((tag) => /^[\w.-]{1,40}$/.test(tag)).slice(0, 6);
  return `its newest versions are ${listed(newest)}${shown.length > 0 ? `, and its tags ${listed(shown)}` : ''}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
