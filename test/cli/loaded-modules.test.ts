import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { service, temporaryFolder } from './service-process.ts';

const example = fileURLToPath(new URL('../../examples/passing-node/', import.meta.url));

/** What the command itself read as modules; its children have an environment of their own. */
async function modulesOf(args: readonly string[], cwd: string) {
  const folder = await temporaryFolder();
  const [hook, list] = [join(folder, 'hook.mjs'), join(folder, 'modules.json')];
  const text = `
    import { writeFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const read = [];
    registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify(read)));
  `;
  await writeFile(hook, text);
  const { exitCode } = await service(args, { cwd, env: { NODE_OPTIONS: `--import=${pathToFileURL(hook)}` } });
  const modules: string[] = JSON.parse(await readFile(list, 'utf8'));
  return { exitCode, files: modules.filter((url) => url.startsWith('file:')) };
}

it('a first run holds what its children say against guards that need no library of schemas', async () => {
  const { exitCode, files } = await modulesOf(['verify', '--local'], example);
  expect(exitCode).toBe(0);
  const texts = await Promise.all(files.map((url) => readFile(new URL(url), 'utf8')));
  expect(files.some((url) => url.includes('execa'))).toBe(true);
  expect(files.filter((_, index) => texts[index]?.includes('node_modules/typebox/'))).toEqual([]);
});
