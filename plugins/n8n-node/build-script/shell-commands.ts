/** The words of a command, without quotes. */
export type ShellCommand = readonly string[];

/** Characters of a script that are parsed. */
const maxLength = 10_000;

/**
 * Splits a script into commands at `&&`, `
 * `, `;`, `|`, `&` and line breaks. Removes quotes and redirections; keeps variables.
 */
export function shellCommands(script: string): ShellCommand[] {
  const commands: string[][] = [[]];
  for (const token of script.slice(0, maxLength).matchAll(pattern)) {
    const [text] = token;
    if (/^(?:&&|\|\||[;|&\n])$/.test(text)) commands.push([]);
    else if (!/^\s/.test(text) && !/^\d?>/.test(text)) commands.at(-1)?.push(unquoted(text));
  }
  return commands.filter(({ length }) => length > 0);
}

/** A separator, a redirection with its target, a word, or whitespace. */
const pattern = /&&|\|\||\d?>>?\s*&?[^\s;|&]*|[;|&\n]|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;|&"'\\])+|[^\S\n]+|./g;

function unquoted(word: string): string {
  return word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, one?: string) =>
    double === undefined ? (single ?? one ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
  );
}
