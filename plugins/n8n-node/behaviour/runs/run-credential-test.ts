import type { ICredentialTestRequest, INode, INodeType } from 'n8n-workflow';
import { traceHead } from '../engine/prepare-node.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import { learnAnswers } from './learn-answers.ts';
import { observeRun, type Trace } from './observe-run.ts';
import { hasSecrets } from './other-secrets.ts';

/**
 * Tests a credential as the editor does when it is saved: with the request that it declares, or with the node's function.
 * Then with other secrets, and with an API that refuses them.
 */
export const traceCredentialTest: Trace = async (operation, type, stage) => {
  const { engine, credentials } = stage;
  const { method: name = '' } = operation;
  const testedBy = type.description.credentials?.find((one) => one.name === name)?.testedBy;
  const declared = credentials.type(name)?.test;
  const test = async (): Promise<unknown> => {
    if (typeof testedBy === 'string') {
      const opened = engine.open({ ...blank, type: type.description.name }, type);
      const data = credentials.valuesOf(name);
      return opened.credentialTest(testedBy, { id: '1', name, type: name, data });
    }
    if (!declared) throw new Error('the credential has no test');
    await engine.run({ ...blank, credentials: { [name]: { id: '1', name } } }, testNode(name, declared), [
      { json: {} },
    ]);
    return { status: 'OK' };
  };
  const run = async (kind: Run['kind'], answering: Parameters<typeof observeRun>[1]['answering']): Promise<Run> => {
    const { run: made, result } = await observeRun(stage, { kind, items: 0, number: 1, answering }, test);
    return { ...made, ...(hasEnded(made) && { count: 1, returned: String(Object(result).status).slice(0, 30) }) };
  };
  const { prepared, answers, plain } = await learnAnswers(operation, { type, engine, credentials }, (_, given, kind) =>
    run(kind, given),
  );
  const runs = [plain];
  if (hasEnded(plain) && plain.requests.length > 0) {
    runs.push(await run('failing', { fails: () => true, status: 401, ...answers }));
    credentials.useOtherSecrets(true);
    runs.push(await run('otherSecret', answers));
    credentials.useOtherSecrets(false);
  }
  return {
    ...traceHead(operation, prepared),
    shown: [{ name, required: true }],
    hasSecrets: hasSecrets(name, stage),
    hasRules: declared?.rules?.some(mayReject) ?? false,
    runs,
  };
};

/** Whether a rule may make the test fail when the API rejects the secret. */
const mayReject = ({ type, properties: { value } }: NonNullable<ICredentialTestRequest['rules']>[number]) =>
  type !== 'responseCode' || value === 401 || value === 403;

const blank: INode = { id: '1', name: 'Node', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };

/** A node that sends the request of a credential's `test`, as n8n makes it for that. */
function testNode(name: string, { request }: ICredentialTestRequest): INodeType {
  return {
    description: {
      ...{
        displayName: 'Test',
        name: 'test',
        group: ['transform'],
        version: 1,
        description: '',
        defaults: { name: 'Test' },
      },
      ...{ inputs: ['main'], outputs: ['main'], credentials: [{ name, required: true }], requestDefaults: {} },
      properties: [{ displayName: 'Test', name: 'temp', type: 'string', default: '', routing: { request } }],
    },
  };
}
