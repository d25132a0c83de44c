import { docs } from '../../../docs-links.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import type { ReadmeLanguage } from '../../../project/readme/readme-language.ts';
import type { Rule } from '../../../rule.ts';

export const englishReadme: Rule<{ readme: Readme; language: ReadmeLanguage }> = {
  code: 'english-readme',
  title: 'README is not in English',
  severity: 'error',
  why: 'n8n verifies only packages whose documentation is in English, which all its users and reviewers read.',
  fix: 'Write README.md in English. Move translations to separate files, for example README.pt.md, and link to them.',
  bad: '## Instalação\n\nAbra as configurações do n8n e instale o pacote.',
  good: '## Installation\n\nOpen the settings of n8n and install the package.',
  docs: docs.verification,
  *check({ readme: { path }, language: { isEnglish, shares, firstForeign } }) {
    if (isEnglish) return;
    yield {
      message: `README is ${shares.text}`,
      file: path,
      ...(firstForeign && { line: firstForeign.line, evidence: firstForeign.text.slice(0, 160) }),
    };
  },
};
