import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextRulesetKit } from '../../plugins/n8n-node/n8n/shipped-kits.ts';
import { installKit } from '../../runner/kits/install-kit.ts';
import { networkEnvironment as network } from './network-environment.ts';
import { servedCloud } from './served-cloud.ts';
import { service, withoutOperations } from './service-process.ts';

const example = fileURLToPath(new URL('../../examples/passing-node', import.meta.url));
const added = '@n8n/community-nodes/no-unsafe-connection-type-cast';

const folder = await mkdtemp(join(tmpdir(), 'service-next-ruleset-'));
const env = { ...network, SERVICE_OFFLINE: '' };
const project = join(folder, 'project');
beforeAll(async () => {
  // The others are there: `npm ci` installs them.
  await installKit(nextRulesetKit);
  await cp(example, project, { recursive: true });
  await withoutOperations(project);
  const node = join(project, 'nodes/Harborline/Harborline.node.ts');
  const text = await readFile(node, 'utf8');
  await writeFile(node, text.replace(/inputs: .*,/, "inputs: ['main'] as never,"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const verify = (args: readonly string[], more = {}) =>
  service(['verify', '--cwd', project, '--report', 'json=-', '--no-logs', ...args], { env: { ...env, ...more } });
const codesOf = ({ stdout }: { stdout: string }): string[] =>
  JSON.parse(stdout).checks.flatMap(({ findings }: { findings: { code: string }[] }) =>
    findings.map(({ code }) => code),
  );

it('the next ruleset reports what it adds, here and in the cloud', async () => {
  const now = await verify(['--local']);
  expect(codesOf(now)).not.toContain(added);
  const next = await verify(['--local', '--ruleset', 'next']);
  expect(codesOf(next)).toContain(added);
  const cloud = await servedCloud(folder, env);
  try {
    const there = await verify(['--ruleset', 'next'], { SERVICE_API_KEY: cloud.key, SERVICE_BASE_URL: cloud.url });
    expect(codesOf(there)).toEqual(codesOf(next));
    expect(JSON.parse(there.stdout).ruleset).toMatch(/-next$/);
  } finally {
    await cloud.stop();
  }
});
