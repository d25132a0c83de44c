import { docs } from '../../../docs-links.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import type { ReadmeLanguage } from '../../../project/readme/readme-language.ts';
import type { Rule } from '../../../rule.ts';
import { percent } from '../percent.ts';

export const englishReadme: Rule<{ readme: Readme; language: ReadmeLanguage }> = {
  code: 'english-readme',
  title: 'The README is not in English',
  severity: 'error',
  why: 'n8n verifies packages whose documentation is in English: its users and reviewers are everywhere.',
  fix: 'Write README.md in English. Put translations into files of their own, README.pt.md for example, and link to them.',
  bad: '## Instalação\n\nAbra as configurações do n8n e instale o pacote.',
  good: '## Installation\n\nOpen the settings of n8n and install the package.',
  docs: docs.verification,
  *check({ readme: { path }, language: { isEnglish, shares, firstForeign } }) {
    if (isEnglish) return;
    yield {
      message: `${percent(shares.foreignShare)} of the README is in ${shares.foreign}`,
      file: path,
      ...(firstForeign && { line: firstForeign.line, evidence: firstForeign.text.slice(0, 160) }),
    };
  },
};
