/**
 * Untrusted text made safe to print anywhere: control characters, escape sequences, bidirectional overrides and
 * invisible format characters become visible (`\x1b`, `\u202e`), and so does what a CI runner would take for a command
 * (`::error::` at the beginning of a line, `##[group]`). Line breaks and tabs stay when `lines` is set.
 */
export function printable(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const visible = plain.test(text) ? text : madeVisible(text, lines);
  return visible.replace(workflowCommand, (start) => `${start.slice(0, -2)}\\x${start === '##' ? '23#' : '3a:'}`);
}

function madeVisible(text: string, lines: boolean): string {
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

// What nearly every text is made of. The expression below takes three milliseconds to compile.
const plain = /^[ -~…]*$/;

// Controls (Cc), format characters (Cf: bidi overrides, zero width), line and paragraph separators, lone surrogates, and
// what is no character at all, of which XML can't hold U+FFFE and U+FFFF.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

// GitHub's runner trims a line before it looks for `::`, and finds `##[` anywhere; `##vso[` and `##teamcity[` are those
// of Azure Pipelines and TeamCity (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs).
const workflowCommand = /^\s*::|##(?=\[|vso\[|teamcity\[)/gm;
