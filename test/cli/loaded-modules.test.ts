import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { collectFiles } from '../../runner/source/collect-files.ts';
import { launcher, service, temporaryFolder } from './service-process.ts';

const example = fileURLToPath(new URL('../../examples/passing-node/', import.meta.url));

/** A module that notes the URLs of those that are read after it in a file. */
async function noting(): Promise<{ hook: string; modules(): Promise<string[]> }> {
  const folder = await temporaryFolder();
  const [hook, list] = [join(folder, 'hook.mjs'), join(folder, 'modules')];
  const text = `
    import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const note = (url) => appendFileSync(${JSON.stringify(list)}, url + '\\n');
    registerHooks({ load: (url, context, next) => (note(url), next(url, context)) });
  `;
  await writeFile(hook, text);
  return {
    hook: `--import=${pathToFileURL(hook)}`,
    modules: async () => (await readFile(list, 'utf8')).split('\n').filter((url) => url.startsWith('file:')),
  };
}

async function withSchemas(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((url) => readFile(new URL(url), 'utf8')));
  return files.filter((_, index) => texts[index]?.includes('node_modules/typebox/'));
}

it('a command holds what its judge says against guards that need no library of schemas', async () => {
  const { hook, modules } = await noting();
  const { exitCode } = await service(['verify', '--local'], { cwd: example, env: { NODE_OPTIONS: hook } });
  expect(exitCode).toBe(0);
  const files = await modules();
  expect(files.some((url) => url.includes('judge'))).toBe(true);
  expect(await withSchemas(files)).toEqual([]);
});

it('a judge holds what its children say against guards that need no library of schemas', async () => {
  const { hook, modules } = await noting();
  const program = join(launcher, '../../judge-program.js');
  const child = spawn(process.execPath, [hook, program], { stdio: Array(5).fill('pipe'), detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  const files = collectFiles({ folder: example, include: ['.'] }).map(({ path }) => path);
  const source = { from: 'folder', name: 'example', folder: example, files };
  child.stdin?.write(`${JSON.stringify({ source, projectType: 'n8n-node', timeout: 100, plugins: [] })}\n`);
  let said = '';
  await new Promise<void>((resolve) => {
    child.stdio[3]?.on('data', (chunk) => {
      said += chunk;
      if (said.includes('{"type":"closed"}')) resolve();
    });
  });
  expect(said).toContain('"status":"success"');
  const read = await modules();
  expect(read.some((url) => url.includes('execa'))).toBe(true);
  expect(await withSchemas(read)).toEqual([]);
});
