import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { service, serviceHere, temporaryFolder } from '../cli/service-process.ts';
import { account, toyRequest } from './server/test-cloud.ts';
import { ownDatabase } from './shared-postgres.ts';
import { start, toyModule } from './started-process.ts';
import { emptyDataFolder } from './store/embedded-template.ts';

const listening = { ready: 'Listening on ' };
const urlIn = (lines: readonly string[]) => lines.at(-1)?.replace('Listening on ', '') ?? '';
const keyIn = (lines: readonly string[]) => lines[0]?.replace('API key: ', '') ?? '';

describe('service serve', () => {
  it('prints a key, then where it listens; keeps what it has acknowledged though it is killed; and drains', async () => {
    const data = join(await temporaryFolder(), 'data');
    await emptyDataFolder(data);
    const args = ['serve', '--port', '0', '--data', data, '--plugin', toyModule];
    const first = await start(args, listening);
    expect(first.lines).toEqual([
      expect.stringMatching(/^API key: svc_\w{8}_\w{32,}$/),
      expect.stringMatching(/^Listening on http:\/\/127\.0\.0\.1:\d+$/),
    ]);
    const owner = { id: '', keyId: '', key: keyIn(first.lines) };
    const client = account(urlIn(first.lines), owner);
    const done = await client.run();
    await client.ended(done);
    const interrupted = await client.run({ forever: true });
    const queued = await client.run();
    first.kill('SIGKILL');
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' });

    const second = await start(args, listening);
    expect(second.lines).toEqual([expect.stringMatching(/^Listening on /)]);
    const again = account(urlIn(second.lines), owner);
    expect((await again.send('GET', `/runs/${done}/result`)).json.status).toBe('success');
    expect((await again.send('POST', `/runs/${interrupted}/cancel`)).status).toBe(202);
    await again.ended(interrupted);
    await again.ended(queued);
    expect((await again.send('GET', `/runs/${queued}`)).json.status).toBe('success');
    expect((await again.send('GET', '/account')).json.credits).toEqual({ balance: 998, held: 0 });
    second.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ signal: undefined, stderr: '' });
  });

  it('lets its operator in while it runs, but not without --data', async () => {
    const folder = await temporaryFolder();
    const data = join(folder, 'data');
    await emptyDataFolder(data);
    const server = await start(['serve', '--port', '0', '--data', data, '--workers', '0'], listening);
    const made = await serviceHere([
      'admin',
      'account',
      'create',
      '--name',
      'team',
      '--credits',
      '5',
      '--data',
      data,
      '--json',
    ]);
    const { accountId, apiKey, keyId } = JSON.parse(made.stdout);
    const client = account(urlIn(server.lines), { id: accountId, key: apiKey, keyId });
    expect((await client.send('GET', '/account')).json).toMatchObject({
      accountId,
      name: 'team',
      credits: { balance: 5 },
    });
    const grant = ['admin', 'credits', 'grant', '--account', 'acc_nobody', '--credits', '7', '--data', data, '--json'];
    const refused = await serviceHere(grant);
    expect(refused.exitCode).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const env = { XDG_DATA_HOME: join(folder, 'elsewhere') };
    for (const args of [['list'], ['create', '--name', 'team']]) {
      const { exitCode, stderr } = await serviceHere(['admin', 'account', ...args], { env });
      expect(stderr).toContain(`There is no database in ${join(folder, 'elsewhere/service')}`);
      expect(stderr).toContain('--data');
      expect(exitCode).toBe(2);
    }
    expect(existsSync(env.XDG_DATA_HOME)).toBe(false);
  });
});

describe('servers and workers on one PostgreSQL', () => {
  it('finish their runs before they stop', async () => {
    const env = { DATABASE_URL: await ownDatabase(), SERVICE_DRAIN_SECONDS: '0' };
    const server = await start(['serve', '--port', '0', '--workers', '0', '--plugin', toyModule], {
      ...listening,
      env,
    });
    const worker = await start(['worker', '--plugin', toyModule, '--isolation', 'permission'], {
      ready: 'Waiting for runs',
      env,
    });
    const client = account(urlIn(server.lines), { id: '', keyId: '', key: keyIn(server.lines) });
    const { json } = await client.send('POST', '/runs', toyRequest({ forever: true }));
    await vi.waitFor(
      async () => expect((await client.send('GET', `/runs/${json.runId}`)).json.status).toBe('running'),
      {
        timeout: 600_000,
      },
    );
    worker.kill('SIGTERM');
    await worker.ended;
    expect((await client.send('GET', `/runs/${json.runId}`)).json).toMatchObject({
      status: 'queued',
      queuePosition: 1,
    });
  });

  it('report an invalid database or address', async () => {
    const unshared = await serviceHere(['worker', '--isolation', 'permission']);
    expect(unshared).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('DATABASE_URL') });
    const away = await serviceHere(['serve', '--database-url', 'postgres://user:secret@127.0.0.1:1/x']);
    expect(away).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('DATABASE_UNREACHABLE') });
    expect(away.stderr).not.toContain('secret');
    const url = await ownDatabase();
    const elsewhere = await service([
      'serve',
      '--host',
      '192.0.2.1',
      '--isolation',
      'permission',
      '--database-url',
      url,
    ]);
    expect(elsewhere).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('ADDRESS_UNUSABLE') });
  });
});
