import { compare, rcompare, valid } from 'semver';

/**
 * Describes what a package has instead of a missing version, range or tag: the nearest versions, or the latest ones and the
 * tags. Names from the registry are only shown if they are well-formed.
 */
export function nearbyVersions(wanted: string, versions: readonly string[], tags: readonly string[]): string {
  const known = versions.filter((version) => valid(version) === version).sort(compare);
  if (known.length === 0) return 'no published versions';
  const exact = valid(wanted, { loose: true });
  if (exact) {
    const after = known.findIndex((version) => compare(version, exact) > 0);
    const place = after === -1 ? known.length : after;
    return `nearest versions: ${list(known.slice(Math.max(0, place - 2), place + 2))}`;
  }
  const newest = known.toSorted(rcompare).slice(0, 3);
  const shown = tags.filter((tag) => /^[\w.-]{1,40}$/.test(tag)).slice(0, 6);
  return `latest versions: ${list(newest)}${shown.length > 0 ? `; tags: ${list(shown)}` : ''}`;
}

const list = (names: readonly string[]) => names.join(', ');
