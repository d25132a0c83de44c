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

export const englishReadmeSection: Rule<{ readme: Readme; language: ReadmeLanguage }> = {
  code: 'english-readme-section',
  title: 'Section of the README is not in English',
  severity: 'warning',
  why: 'n8n verifies only packages whose documentation is in English. The rest of the README and the heading are, so readers expect this section to be.',
  fix: 'Translate the section. Move translations to separate files, for example README.pt.md, and link to them.',
  bad: '## Usage\n\nAdicione o nó ao fluxo de trabalho e escolha a fatura que deve ser enviada ao cliente.',
  good: '## Usage\n\nAdd the node to the workflow and select the invoice to send to the customer.',
  docs: docs.verification,
  *check({ readme: { path }, language: { isEnglish, foreignSections } }) {
    if (!isEnglish) return;
    for (const { line, text, language } of foreignSections)
      yield { message: `Section is in ${language}`, file: path, line, evidence: text.slice(0, 160) };
  },
};
