// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryCheck } from 'verify-service';
import { stepsCheck } from '../checks/steps.js';

test('a script with an input in it is found where it stands', async () => {
  const action = 'runs:\n  using: composite\n  steps:\n    - shell: bash\n      run: echo ${{ inputs.who }}\n';
  const [finding, ...others] = await tryCheck(stepsCheck, { 'action.yml': action });
  assert.deepEqual(others, []);
  assert.equal(finding?.code, 'action-script-injection');
  assert.equal(finding?.evidence, 'run: echo ${{ inputs.who }}');
  assert.deepEqual([finding?.file, finding?.line, finding?.column], ['action.yml', 5, 12]);
});

test('an action without steps is skipped', async () => {
  const action = 'runs:\n  using: node24\n  main: index.js\n';
  await assert.rejects(tryCheck(stepsCheck, { 'action.yml': action }), /skipped: not a composite action/);
});
