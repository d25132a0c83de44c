import type { Rule } from '../../../kernel/finding.ts';
import { defineCheck } from '../../../kernel/plugin.ts';
import { docs } from '../checks/docs-links.ts';
import { findAll } from '../checks/finder.ts';
import { readmeLanguage } from '../english/readme-language.ts';
import { contentRules, type DocsSubject, templateRules } from './docs-rules.ts';
import { readme } from './readme.ts';

const missing: Rule = {
  code: 'docs-readme-missing',
  title: 'There is no README',
  severity: 'error',
  why: 'n8n asks every package for a README with usage, credentials and examples; npm and n8n show it to users.',
  fix: 'Write a README.md beside package.json. If it has another name, add it to `include` in .service/config.json.',
  bad: 'package.json\nnodes/Acme/Acme.node.ts',
  good: 'package.json\nREADME.md\nnodes/Acme/Acme.node.ts',
  docs: docs.verification,
};

export const docsCheck = defineCheck({
  name: 'docs',
  title: 'Documentation',
  rules: [missing, ...[...templateRules, ...contentRules].map(({ rule }) => rule)],
  modes: ['project', 'package'],
  pure: 'built in',
  async *run(context) {
    const text = await context.service(readme);
    if (!text) {
      yield { code: missing.code, message: 'There is no README among the files that are verified' };
      return;
    }
    const language = await context.service(readmeLanguage);
    const isEnglish = language === undefined || language.isEnglish;
    if (!isEnglish) context.log('the README is not in English: its sections are not judged');
    const subject: DocsSubject = { readme: text, manifest: context.manifest ?? {}, isEnglish };
    let isTemplate = false;
    for await (const observation of findAll(templateRules, subject)) {
      isTemplate = true;
      yield observation;
    }
    // What the template asks for is missing, of course: that is one fault.
    if (!isTemplate) yield* findAll(contentRules, subject);
  },
});
