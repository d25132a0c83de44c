import type { CheckContext, Observation } from '../../../../kernel/index.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { describedPackage } from '../../model/descriptions/described-package.ts';
import { exampleWorkflows } from '../../project/examples/example-workflows.ts';
import { builtInside, innerPackage } from '../../project/manifest/inner-package.ts';
import { operationLists } from '../../project/readme/operation-lists.ts';
import { type Readme, readme } from '../../project/readme/readme.ts';
import { readmeLanguage } from '../../project/readme/readme-language.ts';
import { documentsMayBeUnsent } from '../../project/unsent-documents.ts';
import { documentationOf } from '../../rule.ts';
import { offerOf, selectionsOf } from './offered-resources.ts';
import { type DocsSubject, templateRules, tooShort } from './rules/docs-rules.ts';
import { exampleRules } from './rules/example-rules.ts';
import { rules } from './rules/index.ts';
import { linkRules } from './rules/link-rules.ts';
import { operationUnknown } from './rules/operation-unknown.ts';
import { readmeMissing } from './rules/readme-missing.ts';

/** Share of foreign words from which on sections may have names in another language. */
const maxForeignShare = 0.4;

export const docsCheck = defineCheck({
  name: 'docs',
  title: 'The README explains how to install and use the package',
  rules: documentationOf([readmeMissing, ...templateRules, ...rules, ...linkRules, operationUnknown, ...exampleRules]),
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  async *run(context) {
    yield* examples(context);
    const text = await context.service(readme);
    if (!text) {
      if (documentsMayBeUnsent(context.files)) return context.skip('the README was not uploaded');
      const folder = await innerPackage(context.manifest ?? {}, context.files);
      if (folder !== undefined) return context.skip(builtInside(folder));
      return yield* checkRules([readmeMissing], { readme: text });
    }
    const language = await context.service(readmeLanguage);
    const isEnglish = language === undefined || language.shares.foreignShare <= maxForeignShare;
    if (!isEnglish) context.notChecked('parts of the README are not in English', 'sections of the README');
    const { files, mode, manifest = {} } = context;
    // Loads the nodes only for a README without a list.
    const selections = async () => {
      const described = await describedIn(context);
      return described && selectionsOf(described);
    };
    const subject: DocsSubject = { readme: text, manifest, files, mode, isEnglish, selections };
    let isTemplate = false;
    for await (const observation of checkRules(templateRules, subject)) {
      isTemplate = true;
      yield observation;
    }
    // A README of the template lacks all sections: one finding is enough.
    if (isTemplate) return;
    const missing = new Set<string>();
    for await (const observation of checkRules(rules, subject)) {
      // A README that is too short lacks sections as well.
      if (missing.has(tooShort.code)) continue;
      missing.add(observation.code);
      yield observation;
    }
    yield* checkRules(linkRules, { ...subject, missing });
    yield* listedOperations(text, context);
  },
});

/** Loads the nodes only for a README that lists what they can do. */
async function* listedOperations(text: Readme, context: CheckContext): AsyncGenerator<Observation> {
  const lists = operationLists(text);
  const described = lists.length > 0 ? await describedIn(context) : undefined;
  const offer = described && offerOf(described);
  if (offer) yield* checkRules([operationUnknown], { readme: text, lists, offer });
}

/** Loads the nodes only for a package that has workflows for its users. */
async function* examples(context: CheckContext): AsyncGenerator<Observation> {
  const { files, manifest = {} } = context;
  const workflows = await exampleWorkflows(files);
  const described = workflows.length > 0 ? await describedIn(context) : undefined;
  if (described && described.unknown.length === 0)
    yield* checkRules(exampleRules, { workflows, nodes: described.nodes, manifest });
}

/** Undefined for a package that could not be loaded: the check `load` reports why. */
const describedIn = async (context: CheckContext) =>
  context.manifest && context.service(describedPackage).catch(() => undefined);
