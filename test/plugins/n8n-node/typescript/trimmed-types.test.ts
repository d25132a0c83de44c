import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dir } from 'tmp-promise';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { layTrimmed } from '../../../../plugins/n8n-node/typescript/link-trimmed.ts';
import { packagesNamedIn, trimmedTypes } from '../../../../plugins/n8n-node/typescript/trimmed-types.ts';
import { type Declarations, declarationsOf } from './declarations-of.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const { resolve } = createRequire(import.meta.url);
/** Where what a host imports is. */
const modulesOf = (host: string) =>
  [join(folderOf(host), 'node_modules'), modules].find((folder) =>
    existsSync(join(folder, '@n8n/expression-runtime')),
  ) ?? modules;
const folderOf = (host: string) => dirname(resolve(`${host}/package.json`));

/** What TypeScript prints of a script in a project, where n8n-workflow is that host. */
async function print(script: string, host: string, trimmed: readonly string[], options = {}): Promise<string> {
  const { path: folder, cleanup } = await dir({ unsafeCleanup: true });
  try {
    const wanted = Object.entries(trimmedTypes([])).filter(([name]) => trimmed.includes(name));
    const laid = layTrimmed(Object.fromEntries(wanted), modulesOf(host), folder);
    await mkdir(join(folder, 'project'));
    await writeFile(join(folder, 'project/script.ts'), script);
    const compilerOptions = {
      ...{ module: 'preserve', moduleResolution: 'bundler', target: 'es2022', strict: true, noEmit: true },
      ...{ types: ['node'], typeRoots: [join(modules, '@types')], skipLibCheck: true, noErrorTruncation: true },
      paths: { ...laid, 'n8n-workflow': [folderOf(host)], 'n8n-workflow/*': [join(folderOf(host), '*')] },
      ...options,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ files: ['project/script.ts'], compilerOptions }));
    const args = [join(modules, 'typescript-native/bin/tsc'), '-p', folder, '--pretty', 'false'];
    const place = { cwd: join(folder, 'project'), maxBuffer: 256 * 2 ** 20 };
    const { promise: printed, resolve } = Promise.withResolvers<string>();
    execFile(process.execPath, args, place, (_, stdout) => resolve(stdout));
    return await printed;
  } finally {
    await cleanup();
  }
}

const all = Object.keys(trimmedTypes([]));

describe('trimmed declarations', () => {
  it('have all that the declarations of the host library use of @sentry/node', async () => {
    const used = new Set<string>();
    for (const host of ['n8n-workflow', 'n8n-workflow-1', '@n8n/errors']) {
      const folder = folderOf(host);
      for await (const file of glob('**/*.d.ts', { cwd: folder })) {
        const text = await readFile(join(folder, file), 'utf8');
        if (!text.includes("'@sentry/node'")) continue;
        expect(/import type (.*) from '@sentry\/node'/.exec(text)?.[1]).toBe('{ Event }');
        for (const [member] of text.matchAll(/\bEvent\b(?! }).*?[\]>;]/g)) used.add(member);
      }
    }
    expect([...used].sort()).toEqual(["Event['extra']", "Event['tags']"]);
  });

  it('are the types of @sentry/node itself', async () => {
    const script = `import type { Event as Whole } from '${join(modules, '@sentry/node')}';
      import type { Event as Trimmed } from '@sentry/node';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      export const tags: Same<Whole['tags'], Trimmed['tags']> = true;
      export const extra: Same<Whole['extra'], Trimmed['extra']> = true;
      export const whole: Same<Whole, Trimmed> = true;`;
    const printed = await print(script, 'n8n-workflow', all, { types: [] });
    // The one line that says that the two files are really two.
    expect(printed.match(/error TS.*/g)).toEqual(["error TS2322: Type 'true' is not assignable to type 'false'."]);
    expect(printed).toContain('script.ts(6,');
  });

  it.each([
    ["import * as sentry from '@sentry/node';", ['@sentry/node']],
    ["import type { AliasCompletion } from 'n8n-workflow';", ['@codemirror/autocomplete']],
    ["let way: import('@codemirror/autocomplete').Completion;", ['@codemirror/autocomplete']],
    ["import { Tournament } from '@n8n/tournament';", ['@n8n/expression-runtime', '@n8n/tournament']],
    ["import type { EvaluatorConfig } from '@n8n/expression-runtime';", ['@n8n/expression-runtime', '@n8n/tournament']],
    ["export * from 'n8n-workflow/dist/cjs/expression-sandboxing';", ['@n8n/expression-runtime', '@n8n/tournament']],
    ["import { NodeOperationError, type IDataObject } from 'n8n-workflow';", []],
  ])('are not for a script with %s', (script, expected) => {
    expect(packagesNamedIn(script).sort()).toEqual(expected);
  });
});

describe.each(['n8n-workflow', 'n8n-workflow-1'])('of %s', { timeout: 60_000 }, (host) => {
  const trimmed = /\/node_modules\/(?:@codemirror|@n8n\/(?:tournament|expression-runtime)|recast|ast-types)\//;
  let declarations: Declarations;

  beforeAll(() => {
    declarations = declarationsOf(folderOf(host), trimmed);
  }, 60_000);

  it('nothing leads to what is left out, but for what is looked for in scripts', () => {
    const kept = /@n8n\/expression-runtime\/dist\/esm\/types\/evaluator.d.ts$/;
    expect(declarations.leadTo(['AliasCompletion', 'expression-sandboxing'])).toEqual([expect.stringMatching(kept)]);
    expect(declarations.leadTo([]).join()).toContain('@n8n/tournament/dist/');
  });

  it('all errors read the same, whatever they are about', async () => {
    const script = declarations.exported.flatMap(({ name, isValue }, index) => {
      if (name === 'AliasCompletion') return [];
      const type = `${isValue ? 'typeof ' : ''}host.${name}`;
      return [
        `export const whole${index}: never = null! as ${type};`,
        `export const members${index}: never = null! as { [K in keyof ${type}]: (${type})[K] };`,
      ];
    });
    const text = ["import type * as host from 'n8n-workflow';", ...script].join('\n');
    const sentry = ['@sentry/node'];
    const [whole, lighter] = [await print(text, host, sentry), await print(text, host, all)];
    expect(lighter === whole).toBe(true);
    expect(whole.split('error TS').length).toBeGreaterThan(script.length);
  });

  it('what is left out declares nothing for everybody', async () => {
    const listed = async (trimmed: readonly string[]) =>
      (await print("export * from 'n8n-workflow';", host, trimmed, { listFiles: true })).split('\n');
    const lighter = await listed(all);
    const leftOut = (await listed(['@sentry/node'])).filter(
      (path) => path.startsWith(modules) && !lighter.includes(path),
    );
    expect(leftOut.length).toBeGreaterThan(30);
    for (const path of leftOut) {
      const file = ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest);
      expect(ts.isExternalModule(file), path).toBe(true);
      expect([...file.referencedFiles, ...file.typeReferenceDirectives, ...file.libReferenceDirectives]).toEqual([]);
      const additions = file.statements.filter(
        (node) => ts.isModuleDeclaration(node) && (ts.isStringLiteral(node.name) || node.name.text === 'global'),
      );
      expect(additions.map((node) => node.getText(file))).toEqual([]);
    }
  });
});
