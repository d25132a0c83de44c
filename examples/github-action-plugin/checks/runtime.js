// @ts-check
import { posix } from 'node:path';
import { defineCheck } from 'service';
import { actionOf, docs, isMapping } from '../action.js';

const runtimes = ['node20', 'node24', 'composite', 'docker'];

export const runtimeCheck = defineCheck({
  name: 'runtime',
  title: 'Runners have what the action runs on',
  docs: `${docs}#runs`,
  modes: ['project'],
  needs: ['metadata'],
  rules: [
    {
      code: 'action-runtime-unsupported',
      title: 'runs.using names nothing that runners have',
      severity: 'error',
      why: 'Runners refuse what they do not know, and have taken old versions of Node.js away.',
      fix: `Use one of ${runtimes.join(', ')}.`,
      bad: 'runs:\n  using: node16\n  main: dist/index.js',
      good: 'runs:\n  using: node24\n  main: dist/index.js',
      docs: `${docs}#runs-for-javascript-actions`,
    },
    {
      code: 'action-entry-missing',
      title: 'A file that the action starts is not in the repository',
      severity: 'error',
      why: 'A runner installs and builds nothing: what is not committed is not there.',
      fix: 'Commit the bundle, and see that .gitignore does not leave it out.',
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
      const message = `The action runs on "${using}", which runners don't have`;
      yield { code: 'action-runtime-unsupported', message, ...at(['runs', 'using']) };
      return;
    }
    if (!using.startsWith('node')) return;
    for (const field of ['pre', 'main', 'post']) {
      const entry = runs[field];
      if (entry === undefined && field !== 'main') continue;
      if (typeof entry === 'string' && context.files.exists(posix.normalize(entry))) continue;
      const message =
        typeof entry === 'string' ? `There is no ${entry}` : 'The action does not say which file it starts';
      yield { code: 'action-entry-missing', message, ...at(['runs', field]) };
    }
  },
});
