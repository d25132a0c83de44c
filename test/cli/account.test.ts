import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { claims, IdTokenIssuer } from '../cloud/server/id-token-issuer.ts';
import { atTerminal } from './at-terminal.ts';
import { fakeCloud, json, key, problem } from './client/fake-cloud.ts';
import { cloudWithoutWorkers } from './served-cloud.ts';
import { serviceHere, temporaryFolder } from './service-process.ts';

const issuer = await IdTokenIssuer.start();
afterAll(() => issuer[Symbol.asyncDispose]());
const cloud = cloudWithoutWorkers({ SERVICE_ID_TOKEN_ISSUER: issuer.url });

/** A command of the owner of the account, with a key of it. */
const owner = (args: readonly string[], key = cloud().key) =>
  serviceHere(args, { env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud().url } });

describe('service keys', () => {
  const keys = (args: readonly string[], key = cloud().key) => owner(['keys', ...args], key);

  it('creates, lists and revokes keys', async () => {
    const created = await keys(['create', '--label', 'CI of the team', '--scopes', 'read', '--days', '30']);
    expect(created.exitCode).toBe(0);
    expect(created.stderr).toBe('Store the key now; it cannot be shown again\n');
    const [, key = '', id = ''] =
      /^API key: (svc_(\w{8})_\w+)\n\2 {2}read {2}expires \S+ \S+ {2}never used {2}CI of the team\n$/.exec(
        created.stdout,
      ) ?? [];
    expect(id).not.toBe('');

    const refused = await keys(['list'], key);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('it lacks the scope admin')]);
    expect(refused.stderr).toContain('(FORBIDDEN)');

    const { stdout } = await keys(['list']);
    expect(stdout).toMatch(
      new RegExp(
        `^\\w{8} {2}read,verify,admin {2}valid +used .*\\n(.*\\n)*${id} {2}read +expires .* used .* CI of the team\\n`,
      ),
    );
    expect((await keys(['revoke', id])).stdout).toBe(`Revoked key ${id}\n`);
    const listed = JSON.parse((await keys(['list', '--json'])).stdout).keys;
    expect(listed).toContainEqual(expect.objectContaining({ keyId: id, revokedAt: expect.any(String) }));
    expect((await keys(['list'], key)).stderr).toContain('Invalid API key: it has been revoked');
  });

  it.each([
    [['create', '--scopes', 'read,write'], 2, 'Invalid --scopes "write": use one or more of read, verify, admin'],
    [['create', '--days', '0'], 2, 'Invalid --days "0"'],
    [['revoke', 'nothere1'], 1, 'Key "nothere1" does not exist'],
    [['revoke'], 2, 'Missing argument <key-id>'],
  ])('refuses %j', async (args, exitCode, says) => {
    const answer = await keys(args);
    expect(answer.stderr).toContain(says);
    expect(answer.exitCode).toBe(exitCode);
  });
});

describe('service webhooks', () => {
  it('creates a webhook, lists its deliveries, repeats one, and removes it', async () => {
    const created = await owner(['webhooks', 'create', 'http://hooks.invalid/hook']);
    const [, id = ''] = /^(wh_\w+) {2}http:\/\/hooks\.invalid\/hook\nSecret: whsec_\S+\n$/.exec(created.stdout) ?? [];
    expect(id).not.toBe('');
    expect((await owner(['webhooks', 'list'])).stdout).toBe(`${id}  http://hooks.invalid/hook\n`);
    const verify = ['verify', 'n8n-nodes-x', '--type', 'n8n-node', '--no-wait', '--json'];
    const { runId } = JSON.parse((await owner(verify)).stdout);
    await owner(['runs', 'cancel', runId]);
    const { stdout } = await owner(['webhooks', 'deliveries', id]);
    const [, message = ''] = new RegExp(`^(msg_\\w+) {2}pending +\\d attempts? .* ${runId}`).exec(stdout) ?? [];
    expect((await owner(['webhooks', 'redeliver', id, message])).stdout).toContain(message);
    expect((await owner(['webhooks', 'remove', id])).stdout).toBe(`Removed webhook ${id}\n`);
    expect(await owner(['webhooks', 'deliveries', id])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`Webhook "${id}" does not exist`),
    });
  });

  it.each([
    [['create', 'http://127.0.0.1:1/'], 1, 'has an address that webhooks may not reach'],
    [['create'], 2, 'Missing argument <url>'],
    [['deliveries', 'wh_none'], 1, 'Webhook "wh_none" does not exist'],
    [['deliveries', 'wh_none', '--limit', '1000'], 2, 'Invalid --limit "1000"'],
  ])('refuses %j', async (args, exitCode, says) => {
    expect(await owner(['webhooks', ...args])).toMatchObject({ exitCode, stderr: expect.stringContaining(says) });
  });
});

describe('service auth login', () => {
  /** Logs in at a terminal, and decides in the browser once there is a code. */
  async function logIn(config: string, decision: 'approve' | 'refuse') {
    let decided = false;
    return atTerminal(['auth', 'login', '--base-url', cloud().url], {
      cwd: config,
      env: { XDG_CONFIG_HOME: config },
      answers: [['In a browser', '\r']],
      onScreen(screen) {
        const [, code] = /approve the code ([A-Z]{4}-[A-Z]{4})/.exec(screen) ?? [];
        if (code === undefined || decided) return;
        decided = true;
        const body = new URLSearchParams({ code, decision });
        fetch(`${cloud().url}/account/device`, {
          method: 'POST',
          body,
          headers: { cookie: `service_key=${cloud().key}` },
        });
      },
    });
  }

  it('logs in through a browser', async () => {
    const config = await temporaryFolder();
    const { exitCode, screen } = await logIn(config, 'approve');
    expect(screen).toContain(`Open ${cloud().url}/account/device?code=`);
    expect(screen).toContain(`Logged in to ${cloud().url} as default`);
    expect(exitCode).toBe(0);
    const { stdout } = await serviceHere(['auth', 'status'], { env: { XDG_CONFIG_HOME: config } });
    expect(stdout).toContain(`Logged in to ${cloud().url} as default`);
    expect(stdout).not.toContain(cloud().key.slice(0, 12));
  });

  it('stores nothing when the user refuses', async () => {
    const config = await temporaryFolder();
    const { exitCode, screen } = await logIn(config, 'refuse');
    expect(screen).toContain('The login was refused');
    expect(exitCode).toBe(2);
    expect((await serviceHere(['auth', 'status'], { env: { XDG_CONFIG_HOME: config } })).stderr).toContain(
      '(NO_API_KEY)',
    );
  });
});

describe('service repositories', () => {
  /** A command in a job of GitHub Actions. */
  const job = (args: readonly string[], env: Record<string, string>) =>
    serviceHere(args, { env: { ...issuer.environment, SERVICE_BASE_URL: cloud().url, ...env } });

  async function trust(...args: string[]): Promise<{ trustedRepositoryId: string; accountId: string }> {
    return JSON.parse((await owner(['repositories', 'trust', claims.repository, ...args, '--json'])).stdout);
  }
  const verify = ['verify', 'n8n-nodes-x', '--type', 'n8n-node', '--no-wait', '--json'];

  it('trusts a repository, lists it and removes it', async () => {
    const { stdout } = await owner(['repositories', 'trust', 'acme/x', '--branch', 'main', '--environment', 'npm']);
    const line = String.raw`(repo_\w+) {2}acme/x {2}branch main {2}environment npm\n`;
    const [, id = ''] = new RegExp(`^${line}Set SERVICE_ACCOUNT=acc_\\w+ in its workflow\\n$`).exec(stdout) ?? [];
    expect((await owner(['repositories', 'list'])).stdout).toMatch(new RegExp(`^${line}$`));
    expect((await owner(['repositories', 'remove', id])).stdout).toBe('Trusts acme/x no longer\n');
    expect((await owner(['repositories', 'list'])).stdout).toBe('');
  });

  it('verifies in a job of the repository without a key, until it is removed', async () => {
    const { accountId, trustedRepositoryId } = await trust();
    const env = { SERVICE_ACCOUNT: accountId };
    const created = await job(verify, env);
    expect({ ...created, stdout: '' }).toEqual({ exitCode: 0, signal: undefined, stdout: '', stderr: '', left: [] });
    const { runId } = JSON.parse(created.stdout);
    expect((await job(['runs', 'show', runId], env)).stdout).toContain('n8n-nodes-x');
    expect((await owner(['runs', 'cancel', runId])).exitCode).toBe(0);
    expect((await job(['auth', 'status'], env)).stdout).toMatch(/^API key: svc_\w{8}_… \(GitHub Actions\)$/m);
    expect((await job(['keys', 'list'], env)).stderr).toContain('(FORBIDDEN)');
    await owner(['repositories', 'remove', trustedRepositoryId]);
    expect(await job(verify, env)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`account ${accountId} does not trust ${claims.repository} at refs/heads/main`),
    });
  });

  it('prefers a key that is given', async () => {
    const before = issuer.requests.length;
    const status = await job(['auth', 'status'], { SERVICE_API_KEY: cloud().key, SERVICE_ACCOUNT: 'acc_x' });
    expect(status.stdout).toContain('(SERVICE_API_KEY)');
    expect(issuer.requests.slice(before)).toEqual([]);
  });

  it.each([
    ['without `id-token: write`, as in pull requests from forks', { ACTIONS_ID_TOKEN_REQUEST_URL: '' }, 'is not set'],
    ['with a secret that GitHub refuses', { ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' }, 'GitHub responded with status 403'],
    ['with an address where nobody is', { ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:9/' }, 'ECONNREFUSED'],
  ])('says what is missing %s', async (_, env, says) => {
    const { exitCode, stderr } = await job(verify, { SERVICE_ACCOUNT: 'acc_x', ...env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr).toContain('(NO_ID_TOKEN)');
    expect(stderr).toContain('pull requests from forks get no ID token');
    expect(stderr).not.toContain('job-secret');
  });

  it('gets a new ID token for each attempt, for this cloud alone', async () => {
    const created = { keyId: 'abcdefgh', scopes: ['verify'], createdAt: '', apiKey: key };
    const fake = await fakeCloud({
      'POST /keys/exchange': (response, request, times) =>
        (times === 0 ? problem(503, 'UNAVAILABLE', 'busy') : json(created, 201))(response, request, times),
    });
    const env = { SERVICE_ACCOUNT: 'acc_x', SERVICE_BASE_URL: fake.url };
    expect((await job(['auth', 'status'], env)).stdout).toContain('as somebody');
    const bodies = fake.of('POST /keys/exchange').map(({ body }) => JSON.parse(body));
    const tokens = bodies.map(({ idToken }) => decodeJwt(idToken));
    expect(tokens).toMatchObject([{ aud: fake.url }, { aud: fake.url }]);
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(2);
    expect(bodies[0]).toMatchObject({ accountId: 'acc_x' });
    expect(fake.of('GET /account').map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
  });

  it('asks GitHub for nothing unless there is an account', async () => {
    const before = issuer.requests.length;
    expect((await job(verify, {})).stderr).toContain('(NO_API_KEY)');
    expect(issuer.requests.slice(before)).toEqual([]);
  });

  it.each([
    [['trust', 'acme'], 2, 'Invalid repository "acme"'],
    [['trust'], 2, 'Missing argument <repository>'],
    [['remove', 'repo_none'], 1, 'Trusted repository "repo_none" does not exist'],
  ])('refuses %j', async (args, exitCode, says) => {
    expect(await owner(['repositories', ...args])).toMatchObject({ exitCode, stderr: expect.stringContaining(says) });
  });
});
