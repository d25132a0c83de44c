import { expect, test } from 'vitest';
import { credentialReads } from '../../../../../plugins/n8n-node/model/sources/credential-reads.ts';
import { goodManifest, observe } from '../../checks/check-project.ts';

/** Which of two credentials the sources may read. */
async function read(code: string, fields: object = {}): Promise<string[]> {
  let found: string[] = [];
  const check = {
    async *run(context: Parameters<Parameters<typeof observe>[0]['run']>[0]) {
      const mayRead = await context.service(credentialReads);
      found = ['acmeApi', 'acmeWebhookApi'].filter(mayRead);
      yield* [];
    },
  };
  await observe(check, { manifest: { ...goodManifest, ...fields }, files: { 'nodes/Acme/Acme.node.ts': code } });
  return found;
}

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
