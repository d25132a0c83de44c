import type { FileRule } from '../../../model/sources/source-rule.ts';

/** Characters that change the display order of text: https://trojansource.codes */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Reports the first one in each line. */
export const bidiCharacter: FileRule = {
  code: 'security-bidi-character',
  title: 'Bidirectional control character in source code',
  severity: 'error',
  why: 'These characters change the display order of text, so that code looks like a comment or a comment like code. Reviewers do not see what runs.',
  fix: 'Delete the character. In a string that needs it, write an escape such as \\u202B.',
  bad: "if (role === 'user\\u202e \\u2066// admin\\u2069 \\u2066') {",
  good: "if (role === 'user') { // admin",
  docs: 'https://trojansource.codes',
  *check({ text, position }) {
    let last = 0;
    for (const { 0: character, index } of text.matchAll(bidiControls)) {
      const { line } = position(index);
      if (line === last) continue;
      last = line;
      const code = `U+${character.charCodeAt(0).toString(16).toUpperCase()}`;
      const message = `${code} changes the display order of this line`;
      yield { message, start: index, end: index + 1, evidence: code };
    }
  },
};
