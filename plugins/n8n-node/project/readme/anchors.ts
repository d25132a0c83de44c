/**
 * Possible targets of `#…`.
 * @param titles of headings, which GitHub makes anchors of
 * @param names anchors in HTML
 */
export function anchorsFor(titles: readonly string[], names: readonly string[]): ReadonlySet<string> {
  const anchors = new Set(names.map(bareAnchor));
  const counts = new Map<string, number>();
  for (const title of titles) {
    const anchor = slugOf(title);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.add(bareAnchor(count === 0 ? anchor : `${anchor}-${count}`));
  }
  return anchors;
}

/** As on GitHub: https://github.com/gjtorikian/html-pipeline */
const slugOf = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');

/** The letters and digits of an anchor, because renderers treat signs and emojis differently. */
export const bareAnchor = (anchor: string) => anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
