import { expect, test } from 'vitest';
import type { Service } from '../../../../../kernel/check.ts';
import {
  credentialReads,
  usesWholeCredentials,
} from '../../../../../plugins/n8n-node/model/sources/credential-reads.ts';
import { goodManifest, observe } from '../../checks/check-project.ts';

/** What a service says of a node with the code. */
async function answerOf<T>(service: Service<T>, code: string, fields: object = {}): Promise<T | undefined> {
  let found: T | undefined;
  const check = {
    async *run(context: Parameters<Parameters<typeof observe>[0]['run']>[0]) {
      found = await context.service(service);
      yield* [];
    },
  };
  await observe(check, { manifest: { ...goodManifest, ...fields }, files: { 'nodes/Acme/Acme.node.ts': code } });
  return found;
}

/** Which of two credentials the sources may read. */
async function read(code: string, fields: object = {}): Promise<string[]> {
  const mayRead = await answerOf(credentialReads, code, fields);
  return ['acmeApi', 'acmeWebhookApi'].filter((name) => mayRead?.(name));
}

test.each([
  ["const key = (await this.getCredentials('acmeApi')).apiKey;", false],
  ["const { apiKey } = await this.getCredentials('acmeApi');", false],
  ["const credentials = await this.getCredentials('acmeApi'); send({ body: credentials });", true],
  ["const login = await this.getCredentials('acmeApi'); send({ body: { key: login.apiKey } });", false],
  ["const login = await this.getCredentials('acmeApi'); send({ body: login });", true],
  ["const login: Login = await this.getCredentials('acmeApi'); send(login);", true],
  ['const { baseUrl, ...login } = credentials; send({ body: login });', true],
])('uses a credential as a whole: %s %s', async (code, expected) => {
  expect(await answerOf(usesWholeCredentials, code)).toBe(expected);
});

test.each([
  ["await this.getCredentials('acmeApi')", ['acmeApi']],
  ['await this.getCredentials<Key>("acmeApi", i)', ['acmeApi']],
  ["credentials: [{ name: 'acmeApi' }]", []],
  ['await this.getCredentials(name)', ['acmeApi', 'acmeWebhookApi']],
  ["await this['getCredentials']('acmeApi')", ['acmeApi', 'acmeWebhookApi']],
  ["await this.getCredentials.call(this, 'acmeApi')", ['acmeApi', 'acmeWebhookApi']],
])('%s', async (code, expected) => {
  expect(await read(code)).toEqual(expected);
});

test('a dependency may read every credential', async () => {
  expect(await read('', { dependencies: { 'acme-requests': '1.0.0' } })).toEqual(['acmeApi', 'acmeWebhookApi']);
});
