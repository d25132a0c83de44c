import { expect, it } from 'vitest';
import { cloudWithoutWorkers } from './served-cloud.ts';
import { serviceHere } from './service-process.ts';

const cloud = cloudWithoutWorkers();

const keys = (args: readonly string[], key = cloud().key) =>
  serviceHere(['keys', ...args], { env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud().url } });

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
    new RegExp(`^\\w{8} {2}read,verify,admin {2}valid +used .*\\n${id} {2}read +expires .* used .* CI of the team\\n$`),
  );
  expect((await keys(['revoke', id])).stdout).toBe(`Revoked key ${id}\n`);
  expect(JSON.parse((await keys(['list', '--json'])).stdout).keys[1]).toMatchObject({
    keyId: id,
    revokedAt: expect.any(String),
  });
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
