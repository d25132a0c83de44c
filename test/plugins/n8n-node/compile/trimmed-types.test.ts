import { execFile } from 'node:child_process';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dir } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import { surveyScripts, trimmedTypes } from '../../../../plugins/n8n-node/compile/trimmed-types.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const { resolve } = createRequire(import.meta.url);

async function inProject<T>(files: Readonly<Record<string, string>>, use: (folder: string) => T): Promise<Awaited<T>> {
  const { path, cleanup } = await dir({ unsafeCleanup: true });
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), text);
    }
    return await use(path);
  } finally {
    await cleanup();
  }
}

describe('trimmed declarations', () => {
  it('have all that the declarations of the host library use', async () => {
    const used = new Set<string>();
    for (const host of ['n8n-workflow', 'n8n-workflow-1', '@n8n/errors']) {
      const folder = dirname(resolve(`${host}/package.json`));
      for await (const file of glob('**/*.d.ts', { cwd: folder })) {
        const text = await readFile(join(folder, file), 'utf8');
        if (!text.includes("'@sentry/node'")) continue;
        expect(/import type (.*) from '@sentry\/node'/.exec(text)?.[1]).toBe('{ Event }');
        for (const [member] of text.matchAll(/\bEvent\b(?! }).*?[\]>;]/g)) used.add(member);
      }
    }
    expect([...used].sort()).toEqual(["Event['extra']", "Event['tags']"]);
  });

  it('are the types of the package itself', async () => {
    const sources = {
      'same.ts': `import type { Event as Whole } from '${join(modules, '@sentry/node')}';
        import type { Event as Trimmed } from '@sentry/node';
        type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
        export const tags: Same<Whole['tags'], Trimmed['tags']> = true;
        export const extra: Same<Whole['extra'], Trimmed['extra']> = true;
        export const whole: Same<Whole, Trimmed> = true;`,
    };
    const printed = await inProject(sources, async (folder) => {
      const paths = trimmedTypes({ size: 0, own: [], named: new Set() }, folder);
      const compilerOptions = {
        module: 'preserve',
        moduleResolution: 'bundler',
        types: [],
        strict: true,
        noEmit: true,
      };
      const config = { files: ['same.ts'], compilerOptions: { ...compilerOptions, skipLibCheck: true, paths } };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const compiler = join(modules, 'typescript-native/bin/tsc');
      const run = promisify(execFile)(process.execPath, [compiler, '-p', folder, '--pretty', 'false']);
      return run.then(
        ({ stdout }) => stdout,
        ({ stdout }) => String(stdout),
      );
    });
    // The one line that says that the two files are really two.
    expect(printed.match(/error TS.*/g)).toEqual(["error TS2322: Type 'true' is not assignable to type 'false'."]);
    expect(printed).toContain('same.ts(6,');
  });

  it('are for projects that do not name the package', async () => {
    const sources = { 'nodes/a.ts': "import * as sentry from '@sentry/node';", 'nodes/b.ts': 'export {};' };
    expect(await inProject(sources, (folder) => trimmedTypes(surveyScripts(folder), folder))).toEqual({});
    const without = { 'nodes/b.ts': 'export {};', 'README.md': 'Not a script: @sentry/node' };
    const paths = await inProject(without, (folder) => trimmedTypes(surveyScripts(folder), folder));
    expect(Object.keys(paths)).toEqual(['@sentry/node']);
  });
});
