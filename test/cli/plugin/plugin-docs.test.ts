import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { project, service, temporaryFolder } from '../service-process.ts';

const page = await readFile(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');

/** The files that the page has its reader write: a path on a line of its own, and the text below it. */
const files = [...page.matchAll(/^`([^`\n]+)`:\n\n```\w+\n(.*?)^```/gms)].map(([, path = '', text = '']) => ({
  path,
  text,
}));

async function write(folder: string, { path, text }: { path: string; text: string }): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

it('leads from an empty folder to a check that works', async () => {
  const empty = await temporaryFolder();
  await service(['plugin', 'new', 'obsidian'], { cwd: empty });
  const cwd = join(empty, 'obsidian');
  expect((await service(['plugin', 'test'], { cwd })).exitCode).toBe(0);

  const fixtures = files.filter(({ path }) => path.startsWith('fixtures/'));
  for (const file of files) if (!fixtures.includes(file)) await write(cwd, file);
  const without = await service(['plugin', 'test'], { cwd });
  expect(without.stdout).toContain('✗ obsidian-id-reserved');
  expect(without.exitCode).toBe(1);

  for (const file of fixtures) await write(cwd, file);
  const { exitCode, stdout } = await service(['plugin', 'test'], { cwd });
  expect(stdout).toContain('✓ obsidian-id-reserved  obsidian/manifest, 1 bad, 1 good');
  expect(exitCode).toBe(0);

  const verified = await project({ 'manifest.json': '{\n  "id": "my-obsidian"\n}\n' });
  const flags = ['verify', '--local', '--no-logs', '--type', 'obsidian', '--plugin', cwd];
  const run = await service(flags, { cwd: verified });
  expect(run.stdout).toContain('manifest.json:2:9  error  obsidian-id-reserved');
  expect(run.exitCode).toBe(1);
});
