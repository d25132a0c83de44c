import { execFile } from 'node:child_process';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dir } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import { writeSentryTypes } from '../../../../plugins/n8n-node/typescript/sentry-types.ts';
import { currentKit, previousKit } from '../installed-n8n.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** The errors of a script for which they stand in for the package. */
async function errorsOf(script: string): Promise<string[]> {
  const { path: folder, cleanup } = await dir({ unsafeCleanup: true });
  try {
    await writeFile(join(folder, 'script.ts'), script);
    const options = { module: 'preserve', target: 'es2022', strict: true, noEmit: true, types: [], skipLibCheck: true };
    const compilerOptions = { ...options, paths: writeSentryTypes(folder) };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ files: ['script.ts'], compilerOptions }));
    const args = [join(modules, 'typescript-native/bin/tsc'), '-p', folder, '--pretty', 'false'];
    const { promise, resolve } = Promise.withResolvers<string>();
    execFile(process.execPath, args, (_, stdout) => resolve(stdout));
    return (await promise).match(/\(\d+,\d+\): error TS.*/g) ?? [];
  } finally {
    await cleanup();
  }
}

describe('the types that stand in for those of @sentry/node', () => {
  it('have all that the declarations of n8n use of them', async () => {
    const used = new Set<string>();
    const hosts = [currentKit, previousKit].map(({ folder }) => join(folder, 'node_modules/n8n-workflow'));
    for (const folder of [...hosts, join(currentKit.folder, 'node_modules/@n8n/errors')]) {
      for await (const file of glob('**/*.d.ts', { cwd: folder })) {
        const text = await readFile(join(folder, file), 'utf8');
        if (!text.includes("'@sentry/node'")) continue;
        expect(/import type (.*) from '@sentry\/node'/.exec(text)?.[1]).toBe('{ Event }');
        for (const [member] of text.matchAll(/\bEvent\b(?! }).*?[\]>;]/g)) used.add(member);
      }
    }
    expect([...used].sort()).toEqual(["Event['extra']", "Event['tags']"]);
  });

  it('are the same as those of the package itself', async () => {
    const errors = await errorsOf(`import type { Event as Whole } from '${join(modules, '@sentry/node')}';
      import type { Event as StandIn } from '@sentry/node';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      export const tags: Same<Whole['tags'], StandIn['tags']> = true;
      export const extra: Same<Whole['extra'], StandIn['extra']> = true;
      export const whole: Same<Whole, StandIn> = true;`);
    // The one line that says that the two files are really two.
    expect(errors).toEqual(["(6,20): error TS2322: Type 'true' is not assignable to type 'false'."]);
  });
});
