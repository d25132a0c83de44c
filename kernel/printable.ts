/**
 * Makes untrusted text safe to print: escapes control characters, escape sequences, bidirectional overrides and invisible
 * characters (`\x1b`, `\u202e`), and workflow commands of CI runners (`::error::` at the start of a line, `##[group]`).
 * @param options.lines keeps line breaks and tabs
 */
export function printable(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const visible = plain.test(text) ? text : escapeUnsafe(text, lines);
  return visible.replace(workflowCommand, (start) => `${start.slice(0, -2)}\\x${start === '##' ? '23#' : '3a:'}`);
}

function escapeUnsafe(text: string, lines: boolean): string {
  return text.replace(unsafe, (character) => {
    if (lines && (character === '\n' || character === '\t')) return character;
    const named = names[character];
    if (named) return named;
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
    return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  });
}

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

// Matches most texts. The expression below takes three milliseconds to compile.
const plain = /^[ -~…]*$/;

// Control (Cc) and format characters (Cf: bidi overrides, zero width), line and paragraph separators, lone surrogates and
// noncharacters; XML cannot contain U+FFFE and U+FFFF.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

// GitHub's runner trims a line before it looks for `::`, and finds `##[` anywhere; `##vso[` and `##teamcity[` are those
// of Azure Pipelines and TeamCity (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs).
const workflowCommand = /^[^\S\r\n\u2028\u2029]*::|##(?=\[|vso\[|teamcity\[)/gm;
