import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { networkEnvironment as env } from './network-environment.ts';
import { service, withoutOperations } from './service-process.ts';

const example = fileURLToPath(new URL('../../examples/passing-node', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'service-older-typescript-'));
const project = join(folder, 'project');
const node = join(project, 'nodes/Harborline/Harborline.node.ts');

/** Correct with every version, and wrong with the types of Node.js for one and the libraries of another. */
const correct = `
export function lengths(seen: Map<string, number>): number[] {
  const found: number[] = [];
  for (const [key, value] of seen.entries()) found.push(key.length + value);
  for (const key of seen.keys()) found.push(Buffer.concat([Buffer.from(key)]).length);
  return found;
}
`;
beforeAll(async () => {
  await cp(example, project, { recursive: true });
  await withoutOperations(project);
  await rm(join(project, 'package-lock.json'), { force: true });
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const devDependencies = { ...manifest.devDependencies, typescript: '4.8.4', '@types/node': '18.19.112' };
  await writeFile(join(project, 'package.json'), JSON.stringify({ ...manifest, devDependencies }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a project with errors is compiled with the libraries and types of its own version of TypeScript', async () => {
  await writeFile(node, `${await readFile(node, 'utf8')}${correct}export const limit: number = 'ten';\n`);
  const args = ['verify', '--local', '--cwd', project, '--report', 'json=-', '--no-logs'];
  const { stdout } = await service(args, { env: { ...env, SERVICE_OFFLINE: '' } });
  const types = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'types');
  expect(types.findings).toMatchObject([{ code: 'types-error', message: expect.stringContaining('TS2322') }]);
});
