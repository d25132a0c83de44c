/**
 * Untrusted text made safe to print anywhere: control characters, escape sequences, bidirectional overrides and
 * invisible format characters become visible (`\x1b`, `\u202e`). Line breaks and tabs stay when `lines` is set.
 */
export function printable(text: string, { lines = false }: { lines?: boolean } = {}): string {
  return text.replace(unsafe, (character) => {
    if (lines && (character === '\n' || character === '\t')) return character;
    const named = names[character];
    if (named) return named;
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

// Controls (Cc), format characters (Cf: bidi overrides, zero width), line and paragraph separators, lone surrogates.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
