import type { Manifest } from '../../../../../kernel/check.ts';
import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { Rule } from '../../../rule.ts';
import { type LicenseText, readLicense } from '../license-text.ts';

/** The licence file of a package that says it is under the MIT licence, and holds that licence's grant. */
export interface LicenseSubject {
  file: string;
  license: LicenseText;
  manifest: Manifest;
}

/** What is no MIT licence, or not there, is told by the check `manifest`. */
export async function licenseSubjects(manifest: Manifest, files: ProjectFiles): Promise<LicenseSubject[]> {
  if (manifest['license'] !== 'MIT') return [];
  const paths = files.list().filter((path) => /^licen[cs]e(\.(md|txt|markdown))?$/i.test(path));
  const read = await Promise.all(
    paths.map(async (file) => ({ file, license: readLicense(await files.read(file)), manifest })),
  );
  return read.filter(({ license }) => license.isMit);
}

/** Share of the text that counts as all of it: a typo, or a word of one's own, is no other licence. */
const whole = 0.9;

const altered: Rule<LicenseSubject> = {
  code: 'artifact-license-altered',
  title: 'The MIT licence was changed',
  severity: 'error',
  why: 'n8n verifies packages under the MIT licence. With a part taken out or a restriction added it is another licence under the same name.',
  fix: 'Use the text as it is: https://spdx.org/licenses/MIT.html. Change nothing but the year and the name.',
  bad: 'MIT License with Commons Clause\n\nPermission is hereby granted, free of charge, …',
  good: 'MIT License\n\nPermission is hereby granted, free of charge, …',
  docs: docs.verification,
  *check({ file, license: { complete, restriction } }) {
    if (restriction !== undefined) {
      yield {
        message: `${file} takes back what the MIT licence grants: "${restriction}"`,
        file,
        evidence: restriction,
      };
    } else if (complete < whole) {
      const missing = Math.round((1 - complete) * 100);
      yield { message: `${missing} % of the text of the MIT licence is missing in ${file}`, file };
    }
  },
};

const holderLeft: Rule<LicenseSubject> = {
  code: 'artifact-license-holder',
  title: 'The licence names nobody, or n8n, as the holder of the copyright',
  severity: 'warning',
  why: 'Only the holder of the copyright can grant the licence. A name that was left over from a template, or a blank to fill in, is not the author.',
  fix: 'Write the year and the name of the author or company into the line "Copyright".',
  bad: 'Copyright 2022 n8n',
  good: 'Copyright 2026 Jane Doe',
  docs: docs.verification,
  *check({ file, license: { holder }, manifest }) {
    if (!holder) return;
    const { name, line } = holder;
    const blank =
      name === '' || /[<[{]\s*(year|name|full ?name|copyright holders?|author|your)|^\W+$|your name/i.test(name);
    if (blank) {
      yield { message: 'The line "Copyright" is not filled in', file, line, ...(name && { evidence: name }) };
    } else if (/^n8n(\.io)?( gmbh)?\.?$/i.test(name) && !isByN8n(manifest)) {
      yield {
        message: `${file} names n8n as the holder of the copyright, as n8n's template did`,
        file,
        line,
        evidence: name,
      };
    }
  },
};

function isByN8n({ author, name }: Manifest): boolean {
  const said = typeof author === 'string' ? author : String(recordOf(author)?.['name'] ?? '');
  return /\bn8n\b/i.test(said) || (typeof name === 'string' && name.startsWith('@n8n/'));
}

export const licenseTextRules = [altered, holderLeft];
