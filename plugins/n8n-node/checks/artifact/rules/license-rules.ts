import type { Manifest } from '../../../../../kernel/check.ts';
import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { Rule } from '../../../rule.ts';

/** The license file of a package that declares the MIT License and contains its grant. */
interface LicenseSubject {
  file: string;
  license: LicenseText;
  manifest: Manifest;
}

/** The check `manifest` reports a missing or different license. */
export async function licenseSubjects(manifest: Manifest, files: ProjectFiles): Promise<LicenseSubject[]> {
  if (manifest['license'] !== 'MIT') return [];
  const paths = files.list().filter((path) => /^licen[cs]e(\.(md|txt|markdown))?$/i.test(path));
  const read = await Promise.all(
    paths.map(async (file) => ({ file, license: readLicense(await files.read(file)), manifest })),
  );
  return read.filter(({ license }) => license.isMit);
}

/** A typo or an own word does not make it another license. */
const minComplete = 0.9;

const altered: Rule<LicenseSubject> = {
  code: 'artifact-license-altered',
  title: 'Text of the MIT License is changed',
  severity: 'error',
  why: 'n8n verifies packages under the MIT License. With a part removed or a restriction added, it is another license with the same name.',
  fix: 'Use the unchanged text of https://spdx.org/licenses/MIT.html. Fill in only the year and the name.',
  bad: 'MIT License with Commons Clause\n\nPermission is hereby granted, free of charge, …',
  good: 'MIT License\n\nPermission is hereby granted, free of charge, …',
  docs: docs.verification,
  *check({ file, license: { complete, restriction } }) {
    if (restriction !== undefined) {
      yield {
        message: `${file} restricts the rights of the MIT License: "${restriction}"`,
        file,
        evidence: restriction,
      };
    } else if (complete < minComplete) {
      const missing = Math.round((1 - complete) * 100);
      yield { message: `${file} lacks ${missing}% of the text of the MIT License`, file };
    }
  },
};

const holderLeft: Rule<LicenseSubject> = {
  code: 'artifact-license-holder',
  title: 'Copyright holder in the license is missing or is n8n',
  severity: 'warning',
  why: 'Only the copyright holder can grant the license. A name or a placeholder of the template is not the author.',
  fix: 'Write the year and the name of the author or company in the "Copyright" line.',
  bad: 'Copyright 2022 n8n',
  good: 'Copyright 2026 Jane Doe',
  docs: docs.verification,
  *check({ file, license: { holder }, manifest }) {
    if (!holder) return;
    const { name, line } = holder;
    const blank =
      name === '' ||
      /[<[{]\s*(name|full ?name|copyright holders?|author|your)|your name/i.test(name) ||
      !/\p{L}/u.test(name.replace(/(?<![<[{])[<[{]{1,2} {0,4}(?:year|yyyy) {0,4}[>\]}]{1,2}/gi, ''));
    if (blank) {
      yield { message: `${file} has no name in the "Copyright" line`, file, line, ...(name && { evidence: name }) };
    } else if (/^n8n(\.io)?( gmbh)?\.?$/i.test(name) && !isByN8n(manifest)) {
      yield {
        message: `${file} names n8n as the copyright holder, as in n8n's template`,
        file,
        line,
        evidence: name,
      };
    }
  },
};

function isByN8n({ author, name }: Manifest): boolean {
  const authorName = typeof author === 'string' ? author : String(recordOf(author)?.['name'] ?? '');
  return /\bn8n\b/i.test(authorName) || (typeof name === 'string' && name.startsWith('@n8n/'));
}

export const licenseTextRules = [altered, holderLeft];

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

interface LicenseText {
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
function readLicense(text: string): LicenseText {
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
    const [, rest] = /^[\s>*#/]*copyright\s*(?:\(c\)|©|&copy;)?(.*)/i.exec(line.slice(0, 500)) ?? [];
    if (rest === undefined) continue;
    const name = rest
      .trimStart()
      .replace(/^[\d\s,–-]+(present)?[\s,]*/i, '')
      .replace(/\ball rights reserved\b\.?/i, '')
      .trim();
    return { name, line: index + 1 };
  }
  return undefined;
}
