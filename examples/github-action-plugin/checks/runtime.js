// @ts-check
import { posix } from 'node:path';
import { defineCheck } from 'verify-service';
import { actionOf, docs, isMapping } from '../action.js';

const runtimes = ['node20', 'node24', 'composite', 'docker'];

export const runtimeCheck = defineCheck({
  name: 'runtime',
  title: 'Runtime and entry file of the action',
  docs: `${docs}#runs`,
  modes: ['project'],
  needs: ['metadata'],
  rules: [
    {
      code: 'action-runtime-unsupported',
      title: 'runs.using is not a supported runtime',
      severity: 'error',
      why: 'Runners reject unknown runtimes, and old versions of Node.js have been removed.',
      fix: `Use one of ${runtimes.join(', ')}.`,
      bad: 'runs:\n  using: node16\n  main: dist/index.js',
      good: 'runs:\n  using: node24\n  main: dist/index.js',
      docs: `${docs}#runs-for-javascript-actions`,
    },
    {
      code: 'action-entry-missing',
      title: 'The entry file is not in the repository',
      severity: 'error',
      why: 'Runners do not install or build an action, so its entry file must be committed.',
      fix: 'Commit the bundle, and make sure that .gitignore does not ignore it.',
      bad: 'runs:\n  using: node24\n  main: dist/main.js',
      good: 'runs:\n  using: node24\n  main: dist/index.js',
      docs: `${docs}#runsmain`,
    },
  ],
  async *run(context) {
    const { fields, at } = await actionOf(context);
    const runs = isMapping(fields['runs']) ? fields['runs'] : {};
    const { using } = runs;
    if (typeof using !== 'string' || !runtimes.includes(using)) {
      const message = `Unsupported runtime "${using}"`;
      yield { code: 'action-runtime-unsupported', message, ...at(['runs', 'using']) };
      return;
    }
    if (!using.startsWith('node')) return;
    for (const field of ['pre', 'main', 'post']) {
      const entry = runs[field];
      if (entry === undefined && field !== 'main') continue;
      if (typeof entry === 'string' && context.files.exists(posix.normalize(entry))) continue;
      const message = typeof entry === 'string' ? `The entry file ${entry} is missing` : 'The action has no main file';
      yield { code: 'action-entry-missing', message, ...at(['runs', field]) };
    }
  },
});
