import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { readme } from '../../project/readme/readme.ts';
import { readmeLanguage } from '../../project/readme/readme-language.ts';
import { documentsMayBeUnsent } from '../../project/unsent-documents.ts';
import { documentationOf } from '../../rule.ts';
import { contentRules, type DocsSubject, templateRules, tooShort } from './rules/docs-rules.ts';
import { linkRules } from './rules/link-rules.ts';
import { readmeMissing } from './rules/readme-missing.ts';

export const docsCheck = defineCheck({
  name: 'docs',
  title: 'Documentation',
  rules: documentationOf([readmeMissing, ...templateRules, ...contentRules, ...linkRules]),
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  async *run(context) {
    const text = await context.service(readme);
    if (!text) {
      if (documentsMayBeUnsent(context.files)) return context.skip('no README was sent');
      return yield* checkRules([readmeMissing], { readme: text });
    }
    const language = await context.service(readmeLanguage);
    const isEnglish = language === undefined || language.isEnglish;
    if (!isEnglish) context.notChecked('the README is not in English', 'its sections');
    const { files, mode, manifest = {} } = context;
    const subject: DocsSubject = { readme: text, manifest, files, mode, isEnglish };
    let isTemplate = false;
    for await (const observation of checkRules(templateRules, subject)) {
      isTemplate = true;
      yield observation;
    }
    // What the template asks for is missing, of course: that is one fault.
    if (isTemplate) return;
    const missing = new Set<string>();
    for await (const observation of checkRules(contentRules, subject)) {
      // One that hardly says anything has no sections either.
      if (missing.has(tooShort.code)) continue;
      missing.add(observation.code);
      yield observation;
    }
    yield* checkRules(linkRules, { ...subject, missing });
  },
});
