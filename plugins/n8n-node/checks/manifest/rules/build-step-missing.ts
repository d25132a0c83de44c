import { impossibleSteps } from '../../../build-script/impossible-steps.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

export const buildStepMissing: Rule<ManifestSubject> = {
  code: 'manifest-build-step-missing',
  title: 'Build runs something that does not exist',
  severity: 'error',
  why: 'The command fails, so the build or the release ends before the package is complete.',
  fix: 'Correct the name in the script, or add the script, the task, the file or the dependency.',
  bad: '"build": "tsc && gulp build:icons"   // the gulpfile has only `copy:icons`',
  good: '"build": "tsc && gulp copy:icons"',
  docs: 'https://docs.npmjs.com/cli/v11/using-npm/scripts',
  async *check({ manifest, files, mode, at }) {
    // Of a published package, no script is run.
    if (mode === 'package') return;
    for (const { script, problem } of await impossibleSteps(manifest, files))
      yield { message: `scripts.${script}: ${problem}`, ...at('scripts', script) };
  },
};
