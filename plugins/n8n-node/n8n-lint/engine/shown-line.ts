/** Rules that report possible secrets. */
const tellSecrets = new Set(['@n8n/community-nodes/no-hardcoded-secrets']);

/**
 * A line as evidence of a finding. Reports are often public, so if the line may contain a secret, all strings in it are
 * masked after a few characters. Columns do not change.
 */
export function shownLine(code: string, line: string): string {
  if (!tellSecrets.has(code)) return line;
  return line.replace(
    /(["'`])((?:(?!\1).){0,4})(.*?)(\1|$)/g,
    (_, open: string, start: string, rest: string, close: string) => open + start + '*'.repeat(rest.length) + close,
  );
}
