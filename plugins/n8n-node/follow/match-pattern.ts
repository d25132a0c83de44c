/** The targets of a pattern with at most one `*`, which is replaced by the matching part; undefined without a match. */
export function matchPattern(specifier: string, pattern: string, targets: readonly string[]): string[] | undefined {
  const at = pattern.indexOf('*');
  if (at < 0) return specifier === pattern ? [...targets] : undefined;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (specifier.length < before.length + after.length) return undefined;
  if (!specifier.startsWith(before) || !specifier.endsWith(after)) return undefined;
  const rest = specifier.slice(before.length, specifier.length - after.length);
  return targets.map((target) => target.replace('*', () => rest));
}
