import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ground, prepareGround, secret } from '../runner/sandbox/hostile/hostile-project.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What must hold whatever a row does; the canaries are watched from the first row of a file to its last. */
export interface Watch {
  /** Where the canaries are, for attacks to aim at. */
  readonly targets: Ground['targets'];
  /** The folder that every temporary folder of the file is made in. */
  readonly temporary: string;
  /** Fails when an answer tells the secret, or a path of this machine. */
  look(answer: string): void;
}

/** Sets the canaries for a test file. Call `watched` below its last row. */
export function useWatch(): Watch & { watched(): void } {
  const outer = process.env['TMPDIR'];
  let ground: Ground | undefined;
  let temporary = '';

  beforeAll(async () => {
    ground = await prepareGround();
    temporary = await realpath(await mkdtemp(join(outer ?? tmpdir(), 'safety-')));
    // Children may be other users.
    await chmod(temporary, 0o755);
    process.env['TMPDIR'] = temporary;
  });
  afterAll(async () => {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    await ground?.close();
    await rm(temporary, { recursive: true, force: true });
  });

  return {
    get targets() {
      if (!ground) throw new Error('The canaries are set when the tests begin');
      return ground.targets;
    },
    get temporary() {
      return temporary;
    },
    look(answer) {
      for (const never of [secret, repository, temporary, process.execPath]) expect(answer).not.toContain(never);
    },
    watched() {
      test('nothing reached the canary port, and nothing temporary is left', async () => {
        expect(ground?.reached()).toBe(0);
        expect(await readdir(temporary)).toEqual([]);
      });
    },
  };
}
