import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FakeCloud, fakeCloud, key, problem } from './client/fake-cloud.ts';
import { project, service, serviceHere, temporaryFolder } from './service-process.ts';

const otherKey = 'svc_zyxwvuts_0123456789abcdef0123456789abcdef';

/** One user's configuration folder, over several commands. */
async function user() {
  const config = await temporaryFolder();
  const file = join(config, 'service/credentials.json');
  const run = (args: readonly string[], { env = {}, input }: { env?: Record<string, string>; input?: string } = {}) =>
    input === undefined
      ? serviceHere(args, { env: { XDG_CONFIG_HOME: config, ...env } })
      : service(args, { env: { XDG_CONFIG_HOME: config, ...env }, input });
  const login = (cloud: FakeCloud, apiKey = key) =>
    run(['auth', 'login', '--with-token', '--base-url', cloud.url], { input: `${apiKey}\n` });
  const store = async (text: string) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { mode: 0o600 });
  };
  return { file, run, login, store };
}

describe('auth login', () => {
  it('stores a key that the cloud accepts, for nobody else to read', async () => {
    const [{ file, login }, cloud] = await Promise.all([user(), fakeCloud()]);
    const { exitCode, stdout } = await login(cloud);
    expect(stdout).toBe(`Logged in to ${cloud.url} as somebody\nCredits: 7\n`);
    expect(exitCode).toBe(0);
    expect(cloud.of('GET /account')[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
    expect(await readdir(dirname(file))).toEqual(['credentials.json']);
  });

  it('makes its cloud and key those of later commands, without any flag', async () => {
    const [{ run, login }, cloud] = await Promise.all([user(), fakeCloud()]);
    await login(cloud);
    const { exitCode, stdout } = await run(['auth', 'status']);
    expect(stdout).toBe(
      [
        `Logged in to ${cloud.url} as somebody`,
        'API key: svc_abcdefgh_… (credentials file)',
        'Credits: 7 available, 2 held by runs',
        'Concurrent runs: 1 of 5',
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(0);
  });

  it('keeps the keys of several clouds, each for its own', async () => {
    const [{ run, login }, one, other] = await Promise.all([user(), fakeCloud(), fakeCloud()]);
    await login(one);
    await login(other, otherKey);
    await run(['auth', 'status', '--base-url', `${one.url}/`]);
    await run(['auth', 'status']);
    expect(one.of('GET /account').at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(other.of('GET /account').at(-1)?.headers.authorization).toBe(`Bearer ${otherKey}`);
  });

  it.each([
    ['is not accepted', problem(401, 'UNAUTHORIZED', 'Invalid API key: unknown'), 2],
    ['cannot be tried', problem(503, 'UNAVAILABLE', 'The service is not available'), 1],
  ])('stores nothing when the key %s', async (_name, answer, code) => {
    const [{ file, login }, cloud] = await Promise.all([user(), fakeCloud({ 'GET /account': answer })]);
    const { exitCode, stderr } = await login(cloud);
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(/^Error: /);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['nothing', '', 'No API key on standard input'],
    ['two words', 'not a key\n', 'it contains a space or another invalid character'],
    ['far too much', 'x'.repeat(100_000), 'Standard input is too long for an API key'],
  ])('refuses %s as a key', async (_name, input, says) => {
    const { run } = await user();
    const { exitCode, stderr } = await run(['auth', 'login', '--with-token'], { input });
    expect(stderr).toContain(says);
    expect(exitCode).toBe(2);
  });

  it('does not wait for an answer where there is no terminal', async () => {
    const { exitCode, stderr } = await service(['auth', 'login']);
    expect(stderr).toContain('Cannot ask for the API key without a terminal; pipe it in with --with-token');
    expect(exitCode).toBe(2);
  });

  it('says when the key can be read on the way', async () => {
    const { run } = await user();
    // The name cannot exist (RFC 6761), so nothing is sent anywhere.
    const address = 'http://service.invalid';
    const { exitCode, stderr } = await run(['auth', 'login', '--with-token', '--base-url', address], { input: key });
    expect(stderr).toContain(
      `Warning: The connection to ${address} is not encrypted; the API key is sent as plain text\n`,
    );
    expect(exitCode).toBe(1);
  });
});

describe('auth logout', () => {
  it('forgets the key', async () => {
    const [{ run, login, file }, cloud] = await Promise.all([user(), fakeCloud()]);
    await login(cloud);
    const { stdout } = await run(['auth', 'logout']);
    expect(stdout).toBe(`Logged out of ${cloud.url}\n`);
    expect(await readFile(file, 'utf8')).not.toContain(key);
    const { exitCode, stderr } = await run(['auth', 'status', '--base-url', cloud.url]);
    expect(stderr).toContain('(NO_API_KEY)');
    expect(exitCode).toBe(2);
  });

  it('succeeds when there was none', async () => {
    const { run } = await user();
    const { exitCode, stdout } = await run(['auth', 'logout']);
    expect(stdout).toBe('Not logged in to http://127.0.0.1:7070\n');
    expect(exitCode).toBe(0);
  });
});

describe('the key', () => {
  it('comes from the flag before the environment, and from there before the file', async () => {
    const [{ run, login }, cloud] = await Promise.all([user(), fakeCloud()]);
    await login(cloud);
    const env = { SERVICE_API_KEY: otherKey };
    const used = async (...args: Parameters<typeof run>) => {
      await run(...args);
      return cloud.of('GET /account').at(-1)?.headers.authorization;
    };
    expect(await used(['auth', 'status'])).toBe(`Bearer ${key}`);
    expect(await used(['auth', 'status'], { env })).toBe(`Bearer ${otherKey}`);
    expect(await used(['auth', 'status', '--api-key', 'svc_flag'], { env })).toBe('Bearer svc_flag');
  });

  it.each([
    ['that is not JSON', `{ "keys": { "http://x": "${key}"`],
    ['of another shape', `{ "keys": "${key}" }`],
  ])('is not quoted from a file %s', async (_name, text) => {
    const { run, store } = await user();
    await store(text);
    const { exitCode, stderr } = await run(['auth', 'status']);
    expect(stderr).toMatch(/credentials\.json: .*remove (it|the file) and run `service auth login`/);
    expect(stderr).not.toContain(key);
    expect(exitCode).toBe(2);
  });

  it('in a file that others may read is used, with a warning', async () => {
    const [{ run, login, file }, cloud] = await Promise.all([user(), fakeCloud()]);
    await login(cloud);
    await chmod(file, 0o644);
    const { exitCode, stderr } = await run(['auth', 'status']);
    expect(stderr).toBe(`Warning: Other users can access the API keys in ${file}; run \`chmod 600 ${file}\`\n`);
    expect(exitCode).toBe(0);
  });

  it('is not looked for in a file that cannot be needed', async () => {
    const [{ run, store }, cloud] = await Promise.all([user(), fakeCloud()]);
    await store('{');
    const { exitCode } = await run(['auth', 'status', '--api-key', key, '--base-url', cloud.url]);
    expect(exitCode).toBe(0);
  });

  it('is not sent to an invalid address', async () => {
    const cwd = await project({ 'package.json': '{ "n8n": {} }' });
    for (const [address, says] of [
      ['localhost:7070', 'must start with https:// or http://'],
      ['verify.example.com', 'not a URL'],
      ['file:///etc', 'must start with https:// or http://'],
      ['https://me:secret@verify.example.com', 'must not contain a user name or password'],
    ] as const) {
      const { exitCode, stderr } = await serviceHere(['verify', '--api-key', key, '--base-url', address], { cwd });
      expect(stderr).toContain(`Error: Invalid --base-url "${address}": ${says}`);
      expect(exitCode).toBe(2);
    }
  });
});
