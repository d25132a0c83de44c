import type { Observation } from '../../../kernel/finding.ts';
import { defineCheck } from '../../../kernel/plugin.ts';
import { manifestSubject } from '../checks/manifest-subject.ts';
import { duplicateNames } from './duplicate-names.ts';
import { duplicateName, noNodes, problemRules, standInUsed } from './load-rules.ts';
import { type LoadedPackage, loadedPackage } from './loaded-package.ts';
import { observeProblem, whyUnchecked } from './observe-problem.ts';

export const loadCheck = defineCheck({
  name: 'load',
  title: 'n8n can load every node and credential',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-file-structure/',
  modes: ['project', 'package'],
  timeout: 120,
  rules: [...Object.values(problemRules), noNodes, duplicateName, standInUsed],
  async *run(context) {
    const subject = await context.service(manifestSubject);
    if (!subject) return context.skip('package.json could not be read; see "manifest"');
    const loaded = await context.service(loadedPackage);
    if (!loaded.files.some(({ list }) => list === 'nodes')) {
      yield {
        code: noNodes.code,
        message: 'n8n: The specified package does not contain any nodes',
        ...subject.at('n8n'),
      };
    }
    const unchecked = new Set<string>();
    for (const file of loaded.files) {
      const reason = whyUnchecked(file, loaded);
      if (reason !== undefined) unchecked.add(reason);
      else if (file.problem) yield await observeProblem(file, file.problem, loaded, subject);
    }
    yield* duplicateNames(loaded.files);
    yield* standIns(loaded, subject.at('dependencies'));
    if (unchecked.size > 0) context.skip([...unchecked].join('; '));
  },
});

function* standIns({ standIns }: LoadedPackage, place: { file: string }): Generator<Observation> {
  if (standIns.length === 0) return;
  const names = standIns.slice(0, 20).join(', ');
  yield { code: standInUsed.code, message: `loaded with stand-ins for packages that are not here: ${names}`, ...place };
}
