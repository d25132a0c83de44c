import { basename } from 'node:path/posix';
import { docs } from '../../../docs-links.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import { documentsMayBeUnsent, isLicense } from '../../../project/unsent-documents.ts';
import type { Rule } from '../../../rule.ts';

/** The grant in every version of the MIT License. */
const grantOfMit = 'permission is hereby granted, free of charge, to any person obtaining a copy';

const fileMissing: Rule<ManifestSubject> = {
  code: 'manifest-license-file-missing',
  title: 'LICENSE file is missing',
  severity: 'warning',
  why: 'Licenses like the MIT License require their text in every copy of the software. The field "license" in package.json does not replace it.',
  fix: 'Add a LICENSE file with the text of the license in package.json, the year and your name. n8n verifies packages under the MIT License.',
  bad: 'package.json\nREADME.md',
  good: 'package.json\nREADME.md\nLICENSE',
  docs: docs.verification,
  *check({ manifest, files, at }) {
    // https://docs.npmjs.com/cli/v11/configuring-npm/package-json#license
    const named = [...String(manifest['license']).matchAll(/\bSEE LICEN[CS]E IN (\S+)/gi)].map(([, path = '']) => path);
    if (named.length > 0 && named.every((path) => files.mayHave(path))) return;
    // pnpm packs the one of the workspace.
    const paths = [...files.list(), ...files.listAbove().map((path) => basename(path))];
    if (!paths.some(isLicense) && !documentsMayBeUnsent(files))
      yield { message: 'LICENSE file is missing', ...at('license') };
  },
};

const textDiffers: Rule<ManifestSubject> = {
  code: 'manifest-license-text-differs',
  title: 'LICENSE file differs from "license" in package.json',
  severity: 'warning',
  why: 'n8n verifies packages under the MIT License. If the two differ, it is not clear which license applies.',
  fix: 'Replace the content of the LICENSE file with the text of the MIT License.',
  bad: '"license": "MIT"   with a LICENSE file that begins: Apache License, Version 2.0',
  good: '"license": "MIT"   with a LICENSE file that begins: MIT License',
  docs: docs.verification,
  async *check({ manifest, files }) {
    if (manifest['license'] !== 'MIT') return;
    const paths = files.list().filter(isLicense);
    const texts = await Promise.all(paths.map((path) => files.read(path)));
    if (texts.some(isMit)) return;
    for (const [index, file] of paths.entries()) {
      const other = otherLicense(texts[index] ?? '');
      if (other === undefined) yield { message: `${file} does not contain the text of the MIT License`, file };
      else yield { message: `${file} contains the ${other}`, severity: 'error', file };
    }
  },
};

/** Licenses, by the beginning of their texts. */
const others: readonly [name: string, title: RegExp][] = [
  ['GNU Affero General Public License', /gnu affero general public license\s+version \d/],
  ['GNU Lesser General Public License', /gnu lesser general public license\s+version \d/],
  ['GNU General Public License', /gnu general public license\s+version \d/],
  ['Apache License', /apache license\s+version 2\.0/],
  ['Mozilla Public License', /mozilla public license,? version \d/],
  ['Sustainable Use License', /sustainable use license\s+version \d/],
  ['Business Source License', /business source license \d/],
  ['BSD License', /redistribution and use in source and binary forms, with or without modification, are permitted/],
  ['terms of a proprietary license', /\bproprietary\b|without (the )?(prior|express) (written )?(consent|permission)/],
];

function otherLicense(text: string): string | undefined {
  const start = text
    .slice(0, 3000)
    .toLowerCase()
    .replace(/[\s>*#,"“”]+/g, ' ');
  return others.find(([, title]) => title.test(start))?.[0];
}

function isMit(text: string): boolean {
  return text
    .toLowerCase()
    .replace(/[\s>*#"“”]+/g, ' ')
    .includes(grantOfMit);
}

export const licenseRules = [fileMissing, textDiffers];
