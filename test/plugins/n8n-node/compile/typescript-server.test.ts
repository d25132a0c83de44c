import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dir } from 'tmp-promise';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compilerPath } from '../../../../plugins/n8n-node/compile/installed.ts';
import { startServer } from '../../../../plugins/n8n-node/compile/typescript-server.ts';

/** Runs a test with a program of the shell in the place of TypeScript's. */
async function withProgram<T>(script: string, use: (path: string) => Promise<T>): Promise<T> {
  const { path: folder, cleanup } = await dir({ unsafeCleanup: true });
  try {
    const path = join(folder, 'tsc');
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return await use(path);
  } finally {
    await cleanup();
  }
}

const isGone = (pid = 0) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

describe('a server', () => {
  it('answers, says what it does not know, and can be ended', async () => {
    const server = startServer(await compilerPath(), {});
    expect(await server.ask('initialize', null)).toMatchObject({ currentDirectory: '/' });
    await expect(server.ask('fly', {})).rejects.toThrow('fly');
    const pending = server.ask('initialize', null);
    server.end();
    await expect(pending).rejects.toThrow('ended');
    await expect(server.ask('initialize', null)).rejects.toThrow('ended');
    await vi.waitFor(() => expect(isGone(server.pid)).toBe(true));
  });

  const answer = (json: string) => `printf 'Content-Length: ${json.length}\\r\\n\\r\\n${json}'`;
  it('may answer in pieces, and out of turn', async () => {
    const script = `${answer('{"id":2,"result":[2]}')}; printf 'Content-Le'; sleep 0.1; printf 'ngth: 19\\r\\n\\r\\n{"id":1,"result":1'; sleep 0.1; printf '}'; exec sleep 60`;
    await withProgram(script, async (path) => {
      const server = startServer(path, {});
      expect(await Promise.all([server.ask('one', {}), server.ask('two', {})])).toEqual([1, [2]]);
      server.end();
    });
  });

  it.each([
    ['ends', 'exit 1'],
    ['says what no server says', "printf 'panic: oh no\\r\\n\\r\\n'; exec sleep 60"],
    ['says what is no JSON', `${answer('{"id":1,')}; exec sleep 60`],
    ['never ends what it says', "printf 'Content-Length: 99999999999\\r\\n\\r\\n'; exec sleep 60"],
  ])('that %s is told from one that answers', async (_, script) => {
    await withProgram(script, async (path) => {
      const server = startServer(path, {});
      await expect(server.ask('initialize', null)).rejects.toThrow(/TypeScript (?:ended|was not understood)|EPIPE/);
      await vi.waitFor(() => expect(isGone(server.pid)).toBe(true));
    });
  });

  it('that is not there is told, too', async () => {
    await expect(startServer('/nowhere/tsc', {}).ask('initialize', null)).rejects.toThrow('ENOENT');
  });
});

describe('where a server fails', () => {
  afterEach(() => {
    vi.doUnmock('../../../../plugins/n8n-node/compile/installed.ts');
    vi.resetModules();
    vi.useRealTimers();
  });

  /** The program of the sandbox, with what it imports, as new, and a server that does this. */
  async function withServer(script: string, use: (module: typeof import('./compile-case.ts')) => Promise<void>) {
    const real = await compilerPath();
    await withProgram(`[ "$1" = --api ] || exec ${real} "$@"\n${script}`, async (path) => {
      vi.resetModules();
      const module = '../../../../plugins/n8n-node/compile/installed.ts';
      vi.doMock(module, async (original) => ({ ...(await original<object>()), compilerPath: async () => path }));
      await use(await import('./compile-case.ts'));
    });
  }
  const one = { files: { 'index.ts': 'export const a: string = 1;' } };

  it('the command line says the same', async () => {
    await withServer('exit 1', async ({ compileCase, isKept }) => {
      const output = await compileCase(one, 1);
      expect(output.diagnostics).toHaveLength(1);
      expect(output).toEqual(await compileCase(one, 0));
      expect(await isKept(one)).toBe(false);
    });
  });

  it('because it hangs, it is ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await withServer('exec sleep 60', async ({ compileCase }) => {
      const compiled = compileCase(one, 1);
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { interval: 10 });
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await compiled).diagnostics).toHaveLength(1);
    });
  });
});
