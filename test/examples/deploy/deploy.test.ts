import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Arguments, findCommand } from '../../../cli/arguments.ts';
import { createProgram } from '../../../cli/program.ts';
import { readSettings } from '../../../cloud/settings.ts';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { launcher, ownEnvironment, temporaryFolder } from '../../cli/service-process.ts';
import { ownDatabase } from '../../cloud/shared-postgres.ts';
import { compose, deployFile, kubernetes, serviceContainers, valuesOf } from './manifests.ts';

/** Seconds that the last answers have after the drain. */
const lastAnswers = 2;

/** The variables that the settings are read from. */
function settingsRead(): Set<string> {
  const read = new Set<string>();
  readSettings(
    new Proxy<Record<string, string>>(
      {},
      {
        get: (_, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return read;
}

it('there are a server and workers, on one machine and in a cluster', () => {
  expect(serviceContainers.map(({ name }) => name).sort()).toEqual([
    'compose serve',
    'compose worker',
    'kubernetes serve',
    'kubernetes worker',
  ]);
});

describe.each(serviceContainers)('$name', ({ args, env, grace }) => {
  it('is started with flags that there are', () => {
    const { command, rest } = findCommand(createProgram().cli.commands, args);
    if (!command) return expect.fail(`there is no command ${args[0]}`);
    expect(() => new Arguments(command, rest)).not.toThrow();
    expect(() => new Arguments(command, [...rest, '--nothing'])).toThrow();
  });

  it('sets variables that are read, to values that are right', () => {
    const known = new Set([...settingsRead(), 'DATABASE_URL_FILE', 'npm_config_registry']);
    expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([]);
    expect(() => readSettings(env)).not.toThrow();
  });

  it('has time to drain before it is killed', () => {
    expect(grace).toBeGreaterThan(readSettings(env).drainSeconds + lastAnswers);
  });
});

describe('what the containers run', () => {
  /** Starts a command as the image does, with the URL in a file; resolves to what it says first about where it is. */
  async function started(args: readonly string[], url: string) {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'dist/cli'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'dist/cli/service.js'), `import ${JSON.stringify(pathToFileURL(launcher).href)};`);
    const secret = join(folder, 'url');
    await writeFile(secret, `${url}\n`);
    await chmod(secret, 0o600);
    const env = { ...(await ownEnvironment(folder)), SERVICE_HOME: folder, DATABASE_URL_FILE: secret };
    const child = execa('sh', [deployFile('entrypoint.sh'), ...args], {
      extendEnv: false,
      env,
      reject: false,
      forceKillAfterDelay: false,
    });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await child;
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /http:\S+?:(\d+)/.exec(line)?.[1];
      if (address) return { port: address, stop: () => child.kill('SIGTERM'), ended: child };
    }
    throw new Error(`it ended: ${(await child).stderr}`);
  }

  /** The health check of the image, at another port. */
  async function healthy(service: 'serve' | 'worker', port: string): Promise<boolean> {
    const [services] = valuesOf(compose, 'services');
    const [, file = '', ...args]: string[] = Object(services)[service].healthcheck.test;
    const moved = args.map((text) => text.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
    expect(moved).not.toEqual(args);
    const { exitCode } = await execa(file, moved, { reject: false });
    return exitCode === 0;
  }

  const withPort = (name: string, flag: string) => {
    const args = serviceContainers.find((container) => container.name === name)?.args ?? [];
    const fixed = args.filter((_, index) => args[index - 1] !== flag && args[index] !== flag);
    return [...fixed.map((text) => text.replace('0.0.0.0', '127.0.0.1')), flag, '0'];
  };

  it('is found healthy while it is, and not after; the scaler asks what the database can answer', async () => {
    const url = await ownDatabase();
    const server = await started(withPort('compose serve', '--port'), url);
    expect(await healthy('serve', server.port)).toBe(true);
    const worker = await started([...withPort('compose worker', '--metrics-port'), '--isolation=permission'], url);
    expect(await healthy('worker', worker.port)).toBe(true);
    const { kysely, close } = await openDatabase({ url }, { pool: 1, onError: () => {} });
    const [query] = valuesOf(kubernetes, 'query');
    expect((await sql.raw<{ count: number }>(String(query)).execute(kysely)).rows).toEqual([{ count: 0 }]);
    await close();
    worker.stop();
    server.stop();
    expect((await worker.ended).exitCode).toBe(0);
    expect((await server.ended).exitCode).toBe(0);
    expect(await healthy('serve', server.port)).toBe(false);
  });
});
