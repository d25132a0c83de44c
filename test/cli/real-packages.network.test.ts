import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { networkEnvironment as network } from './network-environment.ts';
import { type ServedCloud, servedCloud } from './served-cloud.ts';
import { service } from './service-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'service-real-packages-'));
let cloud: ServedCloud;
beforeAll(async () => {
  cloud = await servedCloud(folder, network);
});
afterAll(async () => {
  await cloud.stop();
  await rm(folder, { recursive: true, force: true });
});

it.each(['n8n-nodes-datastore@0.1.18', '@mendable/n8n-nodes-firecrawl'])(
  'the cloud says of %s what --local says',
  async (reference) => {
    const args = ['verify', reference, '--type', 'n8n-node', '--json', '--no-logs'];
    const here = await service([...args, '--local'], { env: network });
    const there = await service(args, { env: { ...network, SERVICE_API_KEY: cloud.key, SERVICE_BASE_URL: cloud.url } });
    const [local, remote] = [here, there].map(({ stdout }) => ({ ...JSON.parse(stdout), runId: '', creditsUsed: 0 }));
    expect(remote).toEqual(local);
    expect(remote.checks.length).toBeGreaterThan(3);
    expect(there.exitCode).toBe(here.exitCode);
  },
);
