import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { embeddedProbe } from '../../../cloud/doctor/embedded-probe.ts';
import { registryProbe } from '../../../cloud/doctor/registry-probe.ts';
import { type Probe, runProbes } from '../../../cloud/doctor/run-probes.ts';
import { serverProbe } from '../../../cloud/doctor/server-probe.ts';
import { createAccount } from '../../../cloud/store/accounts.ts';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { serviceHere, temporaryFolder } from '../../cli/service-process.ts';
import { useLocalRegistry } from '../../runner/source/local-registry.ts';
import { emptyServerDatabase, ownDatabase } from '../shared-postgres.ts';
import { start } from '../started-process.ts';
import { emptyDataFolder } from '../store/embedded-template.ts';
import { doctor } from './doctor-process.ts';

const listening = { ready: 'Listening on ' };

/** What one probe reports, by part. */
async function reportsOf(probe: Probe) {
  const reports = await runProbes([probe]);
  return (part: string) => reports.find((report) => report.part === part);
}

describe('of the embedded database, the doctor', () => {
  it('asks the process that uses it, names one that does not respond, and opens it when it is not in use', async () => {
    const data = join(await temporaryFolder(), 'data');
    await emptyDataFolder(data);
    const server = await start(['serve', '--port', '0', '--data', data, '--workers', '0'], listening);
    const held = await reportsOf(embeddedProbe(data));
    expect(held('data folder')).toEqual({
      part: 'data folder',
      state: 'ok',
      saw: `${data} is writable and in use by process ${server.id}`,
    });
    expect(held('database')).toMatchObject({ state: 'ok', saw: expect.stringMatching(/^PostgreSQL \d+\.\d+, emb/) });
    expect(held('migrations')).toMatchObject({ state: 'ok' });
    expect(held('queue')).toMatchObject({ state: 'ok', saw: expect.stringContaining('0 queued, 0 running') });

    server.kill('SIGSTOP');
    expect((await reportsOf(embeddedProbe(data)))('data folder')).toMatchObject({
      state: 'failed',
      saw: `${data} is in use by process ${server.id}, which does not respond`,
    });
    server.kill('SIGCONT');
    server.kill('SIGTERM');
    await server.ended;
    expect((await reportsOf(embeddedProbe(data)))('data folder')).toMatchObject({
      state: 'ok',
      saw: expect.stringContaining('not in use'),
    });
  });

  it('creates nothing in a missing folder, and fails on a damaged one', async () => {
    const folder = await temporaryFolder();
    expect((await reportsOf(embeddedProbe(join(folder, 'none'))))('data folder')).toMatchObject({
      state: 'ok',
      saw: expect.stringContaining('has no database yet'),
    });
    expect(await readdir(folder)).toEqual([]);
    const odd = join(folder, 'odd');
    await mkdir(odd);
    await mkdir(join(odd, 'database'));
    await writeFile(join(odd, 'database', 'PG_VERSION'), 'nonsense');
    expect((await reportsOf(embeddedProbe(odd)))('data folder')).toMatchObject({ state: 'failed' });
  });
});

describe('of a PostgreSQL server, the doctor', () => {
  it('reports pending migrations and does not run them', async () => {
    const url = await emptyServerDatabase();
    const of = await reportsOf(serverProbe({ url, pool: 1 }));
    expect(of('database')).toMatchObject({ state: 'ok', saw: expect.stringContaining('server') });
    expect(of('migrations')).toMatchObject({ state: 'warning', saw: expect.stringContaining('pending: 001-') });
    expect((await reportsOf(serverProbe({ url, pool: 1 })))('migrations')).toMatchObject({ state: 'warning' });
  });

  it('reports migrations of a newer version, missing connections and stuck runs', async () => {
    const url = await ownDatabase();
    const well = await reportsOf(serverProbe({ url, pool: 1 }));
    expect(
      ['database', 'migrations', 'connections', 'clock', 'queue', 'notifications'].map((part) => well(part)?.state),
    ).toEqual(Array(6).fill('ok'));
    const { kysely, close } = await openDatabase({ url }, { pool: 2, onError: () => {} });
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(kysely);
    await createAccount(kysely, { name: 'test', credits: 1, concurrency: 1 });
    const run = await sql<{ id: string }>`
      insert into runs (id, account_id, job_id, project_type, timeout, status, cost, web_token, created_at)
      select gen_random_uuid(), id, gen_random_uuid(), 'n8n-node', 60, 'queued', 0, 'token', now() - interval '1 hour'
      from accounts returning id`.execute(kysely);
    await close();
    const reports = await doctor(['--database-url', url], { SERVICE_DATABASE_POOL: '500' });
    expect(reports.exitCode).toBe(1);
    expect(reports.of('migrations')).toMatchObject({
      state: 'warning',
      saw: expect.stringContaining('newer version: 999-later'),
    });
    expect(reports.of('connections')).toMatchObject({ state: 'warning', saw: expect.stringContaining('up to 501') });
    expect(reports.of('queue')).toMatchObject({
      state: 'failed',
      saw: expect.stringMatching(new RegExp(`1 queued.*queued for 36\\d\\d s; 1 stuck: .*${run.rows[0]?.id}`)),
    });
  });

  it('reports that it is unreachable, without the password, and the parts that it could not check', async () => {
    const away = await doctor(['--database-url', 'postgres://user:secret@127.0.0.1:1/x']);
    expect(away.exitCode).toBe(1);
    expect(away.of('database')).toMatchObject({
      state: 'failed',
      saw: 'unreachable: connect ECONNREFUSED 127.0.0.1:1',
    });
    expect(away.of('migrations, connections, clock, queue, notifications')).toMatchObject({
      state: 'warning',
      saw: expect.stringContaining('not checked: '),
    });
    const { stdout } = await serviceHere(
      ['admin', 'doctor', '--database-url', 'postgres://user:secret@127.0.0.1:1/x'],
      {
        env: { npm_config_registry: 'http://127.0.0.1:1/' },
      },
    );
    expect(stdout).toMatch(/^failed {3}database: unreachable/m);
    expect(stdout).not.toContain('secret');
  });
});

describe('of the registry, the doctor', () => {
  const registry = useLocalRegistry();
  const ask = async () => {
    process.env['npm_config_registry'] = registry.url;
    onTestFinished(() => {
      delete process.env['npm_config_registry'];
    });
    return (await reportsOf(registryProbe))('registry');
  };

  it('resolves a package with the configured one', async () => {
    registry.publish('semver', { '7.0.1': {} });
    expect(await ask()).toMatchObject({ state: 'ok', saw: `${registry.url} resolves semver to 7.0.1` });
  });

  it('warns of a missing package and fails on a broken registry', async () => {
    expect(await ask()).toMatchObject({ state: 'warning', saw: expect.stringContaining('no package') });
    registry.answer('/semver', (_, response) => response.writeHead(500).end());
    expect(await ask()).toMatchObject({ state: 'failed', saw: expect.stringContaining('HTTP 500') });
  });
});
