import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type CodeAction,
  createProtocolConnection,
  type Hover,
  type InitializeResult,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { launcher, ownEnvironment, project, temporaryFolder } from '../service-process.ts';

/** A package that fails at its manifest, and has something to fix. */
const manifest = `${JSON.stringify({ name: 'n8n-nodes-x', version: '1.0.0', n8n: { nodes: [] } }, null, 2)}\n`;
const uriOf = (folder: string, path = '') => pathToFileURL(join(folder, path)).href;

/** The real command in a folder. */
async function started(cwd: string) {
  const own = await temporaryFolder();
  const child = spawn(process.execPath, [launcher, 'lsp', '--stdio'], { cwd, env: await ownEnvironment(own) });
  const exitCode = new Promise<number | null>((resolve) => child.on('exit', resolve));
  onTestFinished(() => void child.kill());
  return { child, exitCode, left: () => readdir(join(own, 'tmp')) };
}

/** The client side of the protocol's own library, connected to the real command. */
async function editor(cwd: string, folders: readonly string[] = [cwd]) {
  const { child, exitCode, left } = await started(cwd);
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  onTestFinished(() => connection.dispose());
  const published: PublishDiagnosticsParams[] = [];
  const logged: string[] = [];
  let told = Promise.withResolvers<void>();
  const tell = () => {
    told.resolve();
    told = Promise.withResolvers();
  };
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
    tell();
  });
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
    logged.push(message);
    tell();
  });
  connection.listen();
  const workspaceFolders = folders.map((folder) => ({ uri: uriOf(folder), name: 'a' }));
  const capabilities = { workspace: { workspaceFolders: true } };
  const params = { processId: process.pid, rootUri: null, capabilities, workspaceFolders };
  const initialized: InitializeResult = await connection.sendRequest('initialize', params);
  await connection.sendNotification('initialized', {});
  return {
    connection,
    initialized,
    exitCode,
    left,
    logged,
    async open(uri: string, text: string) {
      const textDocument = { uri, languageId: 'json', version: 1, text };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
    },
    /** Waits for diagnostics of a file that hold. */
    async diagnostics(uri: string, holds: (params: PublishDiagnosticsParams) => boolean = () => true) {
      for (;;) {
        const index = published.findIndex((params) => params.uri === uri && holds(params));
        if (index >= 0) return published.splice(0, index + 1).at(-1)?.diagnostics ?? [];
        await told.promise;
      }
    },
    async log(text: string) {
      while (!logged.some((message) => message.includes(text))) await told.promise;
    },
    hover: (uri: string, position: object): Promise<Hover | null> =>
      connection.sendRequest('textDocument/hover', { textDocument: { uri }, position }),
    actions: (uri: string, range: object, only?: string[]): Promise<CodeAction[]> =>
      connection.sendRequest('textDocument/codeAction', {
        textDocument: { uri },
        range,
        context: { diagnostics: [], ...(only && { only }) },
      }),
  };
}

const peer = '@n8n/community-nodes/valid-peer-dependencies';

describe('service lsp', () => {
  it('explains the finding under the cursor, offers its fix, and shows again what is saved, until its folder is closed', async () => {
    const cwd = await project({ 'package.json': manifest });
    const uri = uriOf(cwd, 'package.json');
    const { initialized, open, connection, diagnostics, hover, actions } = await editor(cwd);
    expect(initialized).toMatchObject({ serverInfo: { name: 'service' }, capabilities: { hoverProvider: true } });
    await open(uri, manifest);
    const found = (await diagnostics(uri)).find(({ code }) => code === peer);
    expect(found).toMatchObject({
      severity: 1,
      source: 'service',
      message: expect.stringContaining('\nFix: '),
      range: { start: { line: 0, character: 0 } },
    });
    const range = found?.range ?? expect.fail();
    expect(await hover(uri, range.start)).toMatchObject({
      contents: { kind: 'markdown', value: expect.stringMatching(/^### \S+\n\n.*\n\n\*\*Why\.\*\* /) },
    });
    expect(await hover(uri, { line: 5, character: 1 })).toBeNull();
    const [fix, all] = await actions(uri, range);
    expect(fix).toMatchObject({ title: `Fix ${peer}`, kind: 'quickfix', diagnostics: [{ code: peer }] });
    expect(all).toMatchObject({ kind: 'source.fixAll' });
    for (const action of [fix, all]) {
      const edits = action?.edit?.changes?.[uri] ?? [];
      const fixed = JSON.parse(TextDocument.applyEdits(TextDocument.create(uri, '', 1, manifest), edits));
      expect(fixed.peerDependencies).toEqual({ 'n8n-workflow': '*' });
    }
    expect((await actions(uri, range, ['source'])).map(({ kind }) => kind)).toEqual(['source.fixAll']);
    expect(await actions(uri, range, ['refactor'])).toEqual([]);
    // What was verified is on disk; this is not.
    const change = { textDocument: { uri, version: 2 }, contentChanges: [{ text: `\n${manifest}` }] };
    await connection.sendNotification('textDocument/didChange', change);
    expect(await actions(uri, range)).toEqual([]);
    expect(await hover(uri, range.start)).toBeNull();
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(manifest);
    const repaired = { ...JSON.parse(manifest), peerDependencies: { 'n8n-workflow': '*' } };
    await writeFile(join(cwd, 'package.json'), JSON.stringify(repaired));
    await connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    const later = await diagnostics(uri, (params) => !params.diagnostics.some(({ code }) => code === peer));
    expect(later).not.toEqual([]);
    const event = { added: [], removed: [{ uri: uriOf(cwd), name: 'a' }] };
    await connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    expect(await diagnostics(uri)).toEqual([]);
  });

  it('verifies no file outside of the folders that are open', async () => {
    const cwd = await project({ 'package.json': manifest });
    const other = await project({ 'package.json': manifest });
    const { open, log, diagnostics } = await editor(cwd);
    await open(uriOf(other, 'package.json'), manifest);
    await log('is outside of the workspace');
    await open('untitled:Untitled-1', manifest);
    await open(uriOf(cwd, 'not-saved.ts'), '');
    await log('not-saved.ts: it does not exist');
    await open(uriOf(cwd, 'package.json'), manifest);
    expect(await diagnostics(uriOf(cwd, 'package.json'))).not.toEqual([]);
  });

  it('shows why a project cannot be verified, in its package.json', async () => {
    const cwd = await project({ 'package.json': manifest, '.service/config.json': '{ "timeout": "long" }' });
    const uri = uriOf(cwd, 'package.json');
    const { open, diagnostics } = await editor(cwd);
    await open(uri, manifest);
    expect(await diagnostics(uri)).toMatchObject([
      { code: 'INVALID_CONFIG', message: expect.stringContaining('.service/config.json:1:14: timeout must be') },
    ]);
  });

  it('ends when the editor asks it to, in the middle of a run', async () => {
    const cwd = await project({ 'package.json': manifest });
    const { open, connection, exitCode, left } = await editor(cwd);
    await open(uriOf(cwd, 'package.json'), manifest);
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    expect(await exitCode).toBe(0);
    expect(await left()).toEqual([]);
  });

  it.each(['Content-Length: 500\r\n\r\n{"jsonrpc":"2.0","id":1,"meth', 'no header\r\n\r\n{}', ''])(
    'ends with 1 when the editor leaves after %j',
    async (text) => {
      const { child, exitCode, left } = await started(await project({}));
      child.stdin.end(text);
      expect(await exitCode).toBe(1);
      expect(await left()).toEqual([]);
    },
  );
});
