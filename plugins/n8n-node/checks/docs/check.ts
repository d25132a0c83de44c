import type { Rule } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { readme } from '../../project/readme/readme.ts';
import { readmeLanguage } from '../../project/readme/readme-language.ts';
import { documentsMayBeUnsent } from '../../project/unsent-documents.ts';
import { findAll } from '../finder.ts';
import { contentRules, type DocsSubject, templateRules, tooShort } from './rules/docs-rules.ts';
import { linkRules } from './rules/link-rules.ts';

const noReadme: Rule = {
  code: 'docs-readme-missing',
  title: 'There is no README',
  severity: 'error',
  why: 'n8n asks every package for a README with usage, credentials and examples; npm and n8n show it to users.',
  fix: 'Write a README.md beside package.json.',
  bad: 'package.json\nnodes/Acme/Acme.node.ts',
  good: 'package.json\nREADME.md\nnodes/Acme/Acme.node.ts',
  docs: docs.verification,
};

export const docsCheck = defineCheck({
  name: 'docs',
  title: 'Documentation',
  rules: [noReadme, ...[...templateRules, ...contentRules, ...linkRules].map(({ rule }) => rule)],
  modes: ['project', 'package'],
  pure: 'built in',
  async *run(context) {
    const text = await context.service(readme);
    if (!text) {
      if (documentsMayBeUnsent(context.files)) return context.skip('no README was sent');
      yield { code: noReadme.code, message: 'There is no README beside package.json' };
      return;
    }
    const language = await context.service(readmeLanguage);
    const isEnglish = language === undefined || language.isEnglish;
    if (!isEnglish) context.notChecked('the README is not in English', 'its sections');
    const { files, mode, manifest = {} } = context;
    const subject: DocsSubject = { readme: text, manifest, files, mode, isEnglish };
    let isTemplate = false;
    for await (const observation of findAll(templateRules, subject)) {
      isTemplate = true;
      yield observation;
    }
    // What the template asks for is missing, of course: that is one fault.
    if (isTemplate) return;
    const missing = new Set<string>();
    for await (const observation of findAll(contentRules, subject)) {
      // One that hardly says anything has no sections either.
      if (missing.has(tooShort.rule.code)) continue;
      missing.add(observation.code);
      yield observation;
    }
    yield* findAll(linkRules, { ...subject, missing });
  },
});
