import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema, ProgressNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { execa } from 'execa';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launcher, ownEnvironment, project, projectWithOperations, temporaryFolder } from '../service-process.ts';

/** A package that fails at its manifest, and has something to fix. */
const manifest = JSON.stringify({ name: 'n8n-nodes-x', version: '1.0.0', n8n: { nodes: [] } }, null, 2);

const Answer = Type.Object({
  isError: Type.Optional(Type.Boolean()),
  content: Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() })),
});

/** The client of the official SDK, connected to the real command in a folder. */
async function connected(cwd: string, roots?: readonly string[]) {
  const connection = await connectedIn(await temporaryFolder(), cwd, roots);
  onTestFinished(() => connection.client.close());
  return connection;
}

/** @param own folder for the home of the command */
async function connectedIn(own: string, cwd: string, roots?: readonly string[]) {
  const env = await ownEnvironment(own);
  const transport = new StdioClientTransport({ command: process.execPath, args: [launcher, 'mcp'], cwd, env });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: roots ? { roots: {} } : {} });
  if (roots) {
    const named = roots.map((folder) => ({ uri: pathToFileURL(folder).href }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: named }));
  }
  await client.connect(transport);
  return {
    client,
    async call(name: string, input: Record<string, unknown> = {}) {
      const { content, isError = false } = Parse(Answer, await client.callTool({ name, arguments: input }));
      return { isError, answer: JSON.parse(content[0]?.text ?? '') };
    },
  };
}

/** A workspace that no test changes, with one command in it for all of them: it takes a second to start. */
const files = {
  'package.json': manifest,
  'empty/x': '',
  'all/package.json': '{ "workspaces": ["packages/*"] }',
  'all/packages/a/package.json': manifest,
};

describe('service mcp', () => {
  let shared: Awaited<ReturnType<typeof connectedIn>> & { cwd: string };
  beforeAll(async () => {
    const own = await mkdtemp(join(tmpdir(), 'service-mcp-'));
    const cwd = join(own, 'workspace');
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
    await symlink('/', join(cwd, 'link'));
    shared = { ...(await connectedIn(own, cwd)), cwd };
    return async () => {
      await shared.client.close();
      await rm(own, { recursive: true, force: true });
    };
  });

  it('lists its tools with what they take and whether they change files', async () => {
    const { client } = shared;
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['verify', true],
      ['explain', true],
      ['operations', true],
      ['fix', false],
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', properties: { folder: { type: 'string' } } });
    expect(client.getServerVersion()).toMatchObject({ name: 'service' });
  });

  it('verifies the project of its workspace, reports progress, and says why there are no operations', async () => {
    const { client } = shared;
    const messages: string[] = [];
    // The SDK forgets `onprogress` at the answer, and with it the message that came in the same chunk.
    client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => {
      messages.push(params.message ?? '');
    });
    const progress = { onprogress: () => {} };
    const { content } = Parse(Answer, await client.callTool({ name: 'verify' }, undefined, progress));
    const answer = JSON.parse(content[0]?.text ?? '');
    expect(answer).toMatchObject({ status: 'failed', passed: false, packageName: 'n8n-nodes-x' });
    expect(answer.findings[0]).toMatchObject({ severity: 'error', code: expect.any(String), fix: expect.any(String) });
    expect(answer.checks.map(({ name }: { name: string }) => name)).toContain('manifest');
    expect(messages.join('\n')).toContain('manifest failed');
    const { answer: none } = await shared.call('operations');
    expect(none).toMatchObject({ operations: [], summary: expect.stringMatching(/^No operations were run \(/) });
  });

  it('explains codes, and suggests similar ones for an unknown code', async () => {
    const { call } = shared;
    const { answer } = await call('explain', { code: 'MANIFEST-MISSING' });
    expect(answer).toMatchObject({ code: 'manifest-missing', check: 'manifest', why: expect.any(String) });
    const unknown = await call('explain', { code: 'manifest-misssing' });
    expect(unknown).toMatchObject({ isError: true, answer: { error: { code: 'UNKNOWN_CODE' } } });
    expect(unknown.answer.error.hint).toContain('"manifest-missing"');
  });

  it('uses the roots of the client; fixes there what git can restore, verifies again, and returns the change', async () => {
    const root = await project({ 'package.json': `${manifest}\n` });
    const cwd = await project({ 'package.json': '{ "name": "n8n-nodes-other" }' });
    const { call } = await connected(cwd, [root]);
    const planned = await call('fix', { dryRun: true });
    expect(planned.answer).toMatchObject({ dryRun: true, files: [{ path: 'package.json' }] });
    await execa({ cwd: root })`git init -q`;
    await execa({ cwd: root })`git add -A`;
    await execa({ cwd: root })`git -c user.name=a -c user.email=a@example.org commit -qm all`;
    const { answer } = await call('fix');
    expect(answer).toMatchObject({ dryRun: false, files: [{ path: 'package.json' }] });
    expect(answer.files[0].diff).toContain('+    "n8n-workflow": "*"\n');
    expect(await readFile(join(root, 'package.json'), 'utf8')).toContain('"n8n-workflow": "*"');
    expect((await call('verify', { folder: cwd })).answer.error.code).toBe('OUTSIDE_WORKSPACE');
  });

  it('lists what operations did', async () => {
    const { call } = await connected(await projectWithOperations());
    const { answer } = await call('operations');
    expect(answer.status).toBe('success');
    expect(answer.operations[0]).toMatchObject({ outcome: 'exercised', requests: [{ url: expect.any(String) }] });
  });

  it.each([['/etc'], ['..'], ['../does-not-exist'], ['link']])(
    'refuses the folder %s, which is outside of its workspace',
    async (folder) => {
      const { call, cwd } = shared;
      for (const tool of ['verify', 'operations', 'fix']) {
        const { isError, answer } = await call(tool, { folder });
        expect({ isError, code: answer.error.code }).toEqual({ isError: true, code: 'OUTSIDE_WORKSPACE' });
        expect(answer.error.hint).toContain(cwd);
      }
    },
  );

  it('reports errors of inputs and tools, and continues', async () => {
    const { client, call } = shared;
    const wrong = await call('verify', { folder: 7 });
    expect(wrong.answer.error).toMatchObject({
      code: 'INVALID_TOOL_INPUT',
      message: 'verify: folder must be a string',
    });
    const unknown = { code: 'INVALID_TOOL_INPUT', message: 'verify: cwd is not a known field' };
    expect((await call('verify', { cwd: '.' })).answer.error).toMatchObject(unknown);
    const both = { code: 'INVALID_TOOL_INPUT', message: 'folder cannot be used with package' };
    expect((await call('verify', { folder: '.', package: 'x', type: 'n8n-node' })).answer.error).toMatchObject(both);
    expect((await call('verify', { folder: 'nowhere' })).answer.error.code).toBe('UNREADABLE_PATH');
    await expect(client.callTool({ name: 'delete' })).rejects.toThrow('Unknown tool delete');
    expect((await call('explain', { code: 'NO_FILES' })).isError).toBe(false);
  });

  it('names what its tools take where the command has flags', async () => {
    const { call } = shared;
    const cases = [
      ['verify', { package: 'n8n-nodes-x' }, 'TYPE_REQUIRED'],
      ['verify', { package: 'n8n-nodes-x', type: 'n8n' }, 'INVALID_TYPE'],
      ['verify', { package: './x', type: 'n8n-node' }, 'PATH_NOT_SUPPORTED'],
      ['verify', { folder: 'empty' }, 'NO_FILES'],
      ['verify', { folder: 'all' }, 'WORKSPACE_ROOT'],
      ['fix', {}, 'UNCOMMITTED_CHANGES'],
    ] as const;
    for (const [tool, input, code] of cases) {
      const { error } = (await call(tool, input)).answer;
      expect(error).toMatchObject({ code, message: expect.any(String), hint: expect.any(String) });
      expect(`${error.message} ${error.hint}`).not.toMatch(/--|\[file\]/);
      if (code === 'WORKSPACE_ROOT') expect(error.hint).toMatch(/folder \S*\/all\/packages\/a\./);
    }
  });

  it('ends with its client, also in the middle of a call or of a message', async () => {
    const cwd = await project({ 'package.json': manifest });
    const own = await temporaryFolder();
    const child = spawn(process.execPath, [launcher, 'mcp'], { cwd, env: await ownEnvironment(own) });
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const message = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdin.write(`this is no JSON\n${message(1, 'initialize', hello)}`);
    child.stdin.write(message(2, 'tools/call', { name: 'verify', arguments: {} }));
    child.stdin.end('{"jsonrpc":"2.0","id":3,"method":"tools/li');
    expect(await ended).toBe(0);
    expect(errors).toContain('JSON');
    expect((await execa('ls', [join(own, 'tmp')])).stdout).toBe('');
  });
});

it('loads the protocols for their own commands only', async () => {
  const folder = await project({
    'trace.mjs': `import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) {
        const loaded = next(url, context);
        if (/modelcontextprotocol|vscode-languageserver/.test(String(loaded.source))) process._rawDebug('PROTOCOL');
        return loaded;
      } });`,
  });
  const traced = (...args: string[]) =>
    execa(process.execPath, ['--import', join(folder, 'trace.mjs'), launcher, ...args], {
      cwd: folder,
      reject: false,
      input: '',
    });
  expect((await traced('verify', '--local', '--type', 'n8n-workflow')).stderr).not.toContain('PROTOCOL');
  expect((await traced('mcp')).stderr).toContain('PROTOCOL');
});
