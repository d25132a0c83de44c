import type { FileRule } from '../../../model/sources/source-rule.ts';

/** Characters that make an editor show text in another order than it stands in: https://trojansource.codes */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** The first one of each line: what is shown of that line is not what runs. */
export const bidiCharacter: FileRule = {
  code: 'security-bidi-character',
  title: 'A line is shown in another order than it is written in',
  severity: 'error',
  why: 'Characters that change the direction of text let code look like a comment, and a comment like code: a reviewer does not see what runs.',
  fix: 'Delete the character; in a text that needs it write it as \\u202B and the like.',
  bad: "if (role === 'user\\u202e \\u2066// admin\\u2069 \\u2066') {",
  good: "if (role === 'user') { // admin",
  docs: 'https://trojansource.codes',
  *check({ text, position }) {
    let last = 0;
    for (const { 0: character, index } of text.matchAll(turning)) {
      const { line } = position(index);
      if (line === last) continue;
      last = line;
      const code = `U+${character.charCodeAt(0).toString(16).toUpperCase()}`;
      const message = `The character ${code} changes the order in which this line is shown`;
      yield { message, start: index, end: index + 1, evidence: code };
    }
  },
};
