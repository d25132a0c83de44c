import type { Manifest } from '../../../../../kernel/check.ts';
import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { Rule } from '../../../rule.ts';
import { type LicenseText, readLicense } from '../license-text.ts';

/** The license file of a package that declares the MIT License and contains its grant. */
export interface LicenseSubject {
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
      yield { message: `${file} lacks ${missing} % of the text of the MIT License`, file };
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
      name === '' || /[<[{]\s*(year|name|full ?name|copyright holders?|author|your)|^\W+$|your name/i.test(name);
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
