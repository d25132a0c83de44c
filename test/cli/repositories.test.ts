import { decodeJwt } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { claims, IdTokenIssuer } from '../cloud/server/id-token-issuer.ts';
import { fakeCloud, json, key, problem } from './client/fake-cloud.ts';
import { cloudWithoutWorkers } from './served-cloud.ts';
import { serviceHere } from './service-process.ts';

const issuer = await IdTokenIssuer.start();
afterAll(() => issuer[Symbol.asyncDispose]());
const cloud = cloudWithoutWorkers({ SERVICE_ID_TOKEN_ISSUER: issuer.url });

const owner = (args: readonly string[]) =>
  serviceHere(args, { env: { SERVICE_API_KEY: cloud().key, SERVICE_BASE_URL: cloud().url } });
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
  ['with an address that is none', { ACTIONS_ID_TOKEN_REQUEST_URL: 'x' }, 'Invalid URL'],
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
