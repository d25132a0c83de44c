/** Rules that report a text which may be a secret. */
const tellSecrets = new Set(['@n8n/community-nodes/no-hardcoded-secrets']);

/**
 * A line as a finding of this code may show it: a report is often public, so where a text in it may be a secret all of
 * them are masked after a few characters. Columns stay.
 */
export function shownLine(code: string, line: string): string {
  if (!tellSecrets.has(code)) return line;
  return line.replace(
    /(["'`])((?:(?!\1).){0,4})(.*?)(\1|$)/g,
    (_, open: string, start: string, rest: string, close: string) => open + start + '*'.repeat(rest.length) + close,
  );
}
