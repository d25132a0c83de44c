import { expect, test } from 'vitest';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { acmeProject } from '../../acme-project.ts';
import { openProject } from '../../project-on-disk.ts';

/** Runs the operations of a project with these settings. */
async function run(behaviour: object, responses: readonly object[] = []) {
  const settings = {
    '.service/config.json': JSON.stringify({ behaviour }),
    '.service/responses.json': JSON.stringify(responses),
  };
  await using project = await openProject(acmeProject(settings));
  return { ...(await project.run(behaviourCheck)), logged: project.logged };
}

test('what no operation uses is logged', async () => {
  const { logged } = await run(
    {
      parameters: [{ values: { shipmentID: 'x' } }, { node: 'other', values: {} }],
      credentials: { otherApi: { apiKey: 'x' }, acmeApi: { token: 'x', apiKeys: 'x' } },
      operations: [{ operation: 'upload', reason: 'large' }],
    },
    [{ url: 'https://other.example/*' }],
  );
  expect(logged).toEqual(
    expect.arrayContaining([
      '.service/config.json: no operation matches behaviour.operations[0] (operation: upload)',
      '.service/config.json: behaviour.parameters[0].values.shipmentID is not a parameter of the operations',
      '.service/config.json: no operation matches behaviour.parameters[1] (node: other)',
      '.service/config.json: no operation uses the credential behaviour.credentials.otherApi',
      expect.stringMatching(
        /^\.service\/config\.json: behaviour\.credentials\.acmeApi\.apiKeys is not a field of the credential/,
      ),
      '.service/responses.json: no request matches [0].url https://other.example/*',
    ]),
  );
});

test('the check is skipped if every operation is left out', async () => {
  expect((await run({ operations: [{ node: 'acme', reason: 'not now' }] })).skipped).toBe('not now');
});
