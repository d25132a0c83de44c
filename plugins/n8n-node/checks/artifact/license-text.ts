/** https://spdx.org/licenses/MIT.html, from the grant on. */
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright notice and
this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED
"AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS
BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Words of a license file that are read; the longest license in use has about eleven thousand. */
const maxWords = 20_000;

export interface LicenseText {
  /** Whether it contains the grant of the MIT License: without it, this is another license. */
  isMit: boolean;
  /** Share of the word pairs of the MIT License that the text has. 1 for the same wording, whatever the layout. */
  complete: number;
  /** An added restriction of these rights, in its own words. */
  restriction?: string;
  /** The copyright holder, and its line. */
  holder?: { name: string; line: number };
}

/** Compares the words of a text with the MIT License of SPDX, regardless of case, quotes and layout. */
export function readLicense(text: string): LicenseText {
  const words = wordsOf(text);
  const all = words.join(' ');
  const has = new Set(pairs(words));
  const wanted = pairs(wordsOf(mit));
  const isMit = all.includes('permission is hereby granted free of charge to any person obtaining a copy');
  const complete = wanted.filter((pair) => has.has(pair)).length / wanted.length;
  const [restriction] = restrictions.exec(all) ?? [];
  const holder = holderIn(text);
  return { isMit, complete, ...(restriction !== undefined && { restriction }), ...(holder && { holder }) };
}

/** None of these is in the MIT License. */
const restrictions =
  /commons clause|non ?commercial (use|purposes?)|(may|must|shall) not (be )?(use|used|sell|sold|redistribute|redistributed|resell|offer|modify)\b|for (internal|personal|evaluation) (use|purposes?) only|(prior|express) written (consent|permission) of|ethical use|sustainable use/;

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, maxWords * 10)
      .toLowerCase()
      .replace(/non-infringement/g, 'noninfringement')
      .match(/[\p{L}\d]+/gu) ?? []
  ).slice(0, maxWords);
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

/** `Copyright (c) 2024 Jane Doe`, but not `The above copyright notice` of the license. */
function holderIn(text: string): { name: string; line: number } | undefined {
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, rest] = /^[\s>*#/]*copyright\s*(?:\(c\)|©|&copy;)?\s*(.*)$/i.exec(line.slice(0, 500)) ?? [];
    if (rest === undefined) continue;
    const name = rest
      .replace(/^[\d\s,–-]+(present)?[\s,]*/i, '')
      .replace(/\ball rights reserved\b\.?/i, '')
      .trim();
    return { name, line: index + 1 };
  }
  return undefined;
}
