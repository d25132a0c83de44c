import { describe, expect, it } from 'vitest';
import type { Service } from '../../../../../kernel/check.ts';
import { memoryFiles, parseJson } from '../../../../../kernel/project-files.ts';
import { mootFindings } from '../../../../../plugins/n8n-node/n8n-lint/engine/moot-findings.ts';
import { recordOf } from '../../../../../plugins/n8n-node/project/manifest/manifest-fields.ts';

const n8n = { nodes: ['dist/nodes/Acme/Acme.node.js'], credentials: ['dist/credentials/AcmeApi.credentials.js'] };
const sources = {
  'nodes/Acme/Acme.node.ts': '',
  'credentials/AcmeApi.credentials.ts': "name = 'acmeApi';",
};

async function isMoot(code: string, manifest: unknown, { message = '', file = 'package.json', more = {} } = {}) {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  const files = memoryFiles({ ...sources, 'package.json': text, ...more });
  const service = <T>({ name }: Service<T>): Promise<T> => Promise.reject(new Error(`${name} is not needed`));
  const judge = await mootFindings({ files, manifest: recordOf(parseJson(text.replace(/^\uFEFF/, ''))), service });
  return judge({ code: code.startsWith('source-') ? code : `@n8n/community-nodes/${code}`, message, file });
}

describe('a finding of the linter is moot', () => {
  it.each([
    ['no n8n object', {}],
    ['a byte-order mark', `\uFEFF${JSON.stringify({ n8n })}`],
    ['two n8n objects', `{\n"n8n": {},\n"n8n": ${JSON.stringify(n8n)}\n}`],
  ])('of credentials and nodes where the manifest has %s', async (_, manifest) => {
    expect(await isMoot('no-credential-reuse', manifest)).toBe(true);
    expect(await isMoot('node-registration-complete', manifest)).toBe(true);
  });

  it('but not where a dependency is named n8n', async () => {
    const manifest = `{\n"dependencies": {\n"n8n": "^2" },\n"n8n": ${JSON.stringify(n8n)}\n}`;
    expect(await isMoot('node-registration-complete', manifest)).toBe(false);
  });

  it('for a node whose entry does not exist', async () => {
    const nodes = ['dist/nodes/Acme/AcmeNode.node.js'];
    expect(await isMoot('node-registration-complete', { n8n: { ...n8n, nodes } })).toBe(true);
    expect(await isMoot('node-registration-complete', { n8n })).toBe(false);
  });

  it('for a node whose folder has another letter case in its entry', async () => {
    const nodes = ['dist/nodes/ACME/Acme.node.js'];
    expect(await isMoot('node-registration-complete', { n8n: { ...n8n, nodes } })).toBe(true);
  });

  it('for a credential that exists and is not declared', async () => {
    const message = 'SECURITY: Node references credential "acmeApi" which is not defined in this package.';
    expect(await isMoot('no-credential-reuse', { n8n: { ...n8n, credentials: [] } }, { message })).toBe(true);
    const foreign = message.replace('acmeApi', 'otherApi');
    expect(await isMoot('no-credential-reuse', { n8n: { ...n8n, credentials: [] } }, { message: foreign })).toBe(false);
    expect(await isMoot('no-credential-reuse', { n8n }, { message })).toBe(false);
  });

  it('for a credential whose name lacks the suffix', async () => {
    const message = 'SECURITY: Node references credential "acmeApi" which is not defined in this package.';
    const named = (text: string) => ({ message, more: { 'credentials/AcmeApi.credentials.ts': text } });
    expect(await isMoot('no-credential-reuse', { n8n }, named("  name = 'acme';"))).toBe(true);
    expect(await isMoot('no-credential-reuse', { n8n }, named("  properties = [{ name: 'acme' }];"))).toBe(false);
  });

  it("of the test of a credential with the fields of OAuth2 that does not extend n8n's", async () => {
    const file = 'credentials/AcmeOAuth2Api.credentials.ts';
    const fields = "properties = [{ name: 'authUrl' }, { name: 'accessTokenUrl' }];";
    const test = (text: string) => isMoot('credential-test-required', { n8n }, { file, more: { [file]: text } });
    expect(await test(fields)).toBe(true);
    expect(await test(`extends = ['oAuth2Api']; ${fields}`)).toBe(false);
    expect(await test("properties = [{ name: 'apiKey' }];")).toBe(false);
  });

  it('of the list of files where npm leaves dist out with git', async () => {
    const more = { '.gitignore': 'node_modules\ndist\n' };
    expect(await isMoot('require-files-array', { n8n, files: 'dist' }, { more })).toBe(true);
    expect(await isMoot('require-files-array', { n8n, files: [] }, { more })).toBe(false);
    expect(await isMoot('require-files-array', { n8n, files: 'dist' })).toBe(false);
  });

  it.each([
    ['nodes', [{ name: 'Acme', type: 'dist/nodes/Acme/Acme.node.js' }], 'node-registration-complete'],
    ['credentials', [null], 'no-credential-reuse'],
    ['nodes', { acme: 'dist/nodes/Acme/Acme.node.js' }, 'node-registration-complete'],
  ])('of a rule that fails because n8n.%s is not a list of strings: %j', async (list, entries, rule) => {
    const failure = (name: string) => ({ message: `n8n's rule @n8n/community-nodes/${name} fails on this file: no` });
    const malformed = { n8n: { ...n8n, [list]: entries } };
    expect(await isMoot('source-unlintable', malformed, failure(rule))).toBe(true);
    expect(await isMoot('source-unlintable', malformed, failure('valid-author'))).toBe(false);
    expect(await isMoot('source-unlintable', { n8n }, failure(rule))).toBe(false);
  });

  it('of the root of a workspace', async () => {
    expect(await isMoot('n8n-object-validation', { workspaces: ['packages/*'] })).toBe(true);
    expect(await isMoot('n8n-object-validation', {})).toBe(false);
  });
});
