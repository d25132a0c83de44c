import type { FileDetector } from '../../../model/sources/source-view.ts';

/** Characters that make an editor show text in another order than it stands in: https://trojansource.codes */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** The first one of each line: what is shown of that line is not what runs. */
export const bidiCharacters: FileDetector = function* ({ text, position }) {
  let last = 0;
  for (const { 0: character, index } of text.matchAll(turning)) {
    const { line } = position(index);
    if (line === last) continue;
    last = line;
    const code = `U+${character.charCodeAt(0).toString(16).toUpperCase()}`;
    const message = `The character ${code} changes the order in which this line is shown`;
    yield { code: 'security-bidi-character', message, start: index, end: index + 1, evidence: code };
  }
};
