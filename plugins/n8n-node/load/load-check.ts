import type { CheckContext } from '../../../kernel/check.ts';
import type { Observation } from '../../../kernel/finding.ts';
import { defineCheck } from '../../../kernel/plugin.ts';
import { type ManifestSubject, manifestSubject } from '../checks/manifest-subject.ts';
import { attemptRules } from './attempt-rules.ts';
import { duplicateNames } from './duplicate-names.ts';
import { duplicateName, problemRules, standInUsed } from './load-rules.ts';
import { type LoadedPackage, loadedPackage } from './loaded-package.ts';
import { observeAttempts } from './observe-attempts.ts';
import { observeProblem, whyUnchecked } from './observe-problem.ts';

export const loadCheck = defineCheck({
  name: 'load',
  title: 'n8n can load every node and credential',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-file-structure/',
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 120,
  rules: [...Object.values(problemRules), ...Object.values(attemptRules), duplicateName, standInUsed],
  async *run(context) {
    const subject = await context.service(manifestSubject);
    if (!subject) return context.skip('package.json could not be read; see "manifest"');
    const loaded = await context.service(loadedPackage);
    const unchecked = loaded.files.flatMap((file) => whyUnchecked(file, loaded) ?? []);
    const faults: Observation[] = [];
    for await (const fault of faultsOf(loaded, subject, context)) faults.push(fault);
    // n8n refuses a package without nodes; the manifest check tells that there are none.
    if (faults.length === 0 && !loaded.files.some(({ list }) => list === 'nodes'))
      context.skip('package.json declares no nodes; see "manifest"');
    // A check that saw only a part of the package, and nothing wrong with it, has not passed.
    if (faults.length === 0 && unchecked.length > 0) context.skip(unchecked.slice(0, 10).join('; '));
    for (const reason of unchecked) context.log(reason, 'warn');
    yield* faults;
    yield* observeAttempts(loaded, context);
    yield* standIns(loaded, subject.at('dependencies'));
  },
});

async function* faultsOf(
  loaded: LoadedPackage,
  { manifest }: ManifestSubject,
  context: CheckContext,
): AsyncGenerator<Observation> {
  for (const file of loaded.files) {
    const { problem } = file;
    if (problem && whyUnchecked(file, loaded) === undefined)
      yield observeProblem(file, problem, { loaded, manifest, context });
  }
  yield* duplicateNames(loaded.files);
}

function* standIns({ standIns }: LoadedPackage, place: { file: string }): Generator<Observation> {
  if (standIns.length === 0) return;
  const names = standIns.slice(0, 20).join(', ');
  yield { code: standInUsed.code, message: `loaded with stand-ins for packages that are not here: ${names}`, ...place };
}
