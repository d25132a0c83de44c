import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { relative, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memoryFiles } from '../../../../../kernel/project-files.ts';
import { lintGroups, lintRules } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import type { createFileLinter } from '../../../../../plugins/n8n-node/n8n-lint/engine/file-linter.ts';
import { lintDependencies } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-dependencies.ts';
import type { LintFinding } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { lintableFiles } from '../../../../../plugins/n8n-node/n8n-lint/engine/lintable-files.ts';
import { rememberedLint } from '../../../../../plugins/n8n-node/n8n-lint/engine/remembered-lint.ts';
import { selectParser } from '../../../../../plugins/n8n-node/n8n-lint/engine/select-parser.ts';
import { generateProject } from '../../../../bench/generate-project.ts';
import { growingMemory } from '../../../../kernel/growing-memory.ts';
import { currentKit } from '../../installed-n8n.ts';
import { exampleProject } from './example-project.ts';
import { type ProjectContents, withProject } from './project-folder.ts';

let createLinter: (folder: string) => ReturnType<typeof createFileLinter>;
/** Absolute paths of the files whose bytes were asked for. */
let reads: string[] = [];
const { readFileSync } = fs;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', undefined);
  // What takes the place of modules of n8n's plugin is loaded by Node itself.
  const require = createRequire(import.meta.url);
  require('../../../../../plugins/n8n-node/n8n-lint/engine/lint-packages.ts').useLintPackages(currentKit.folder);
  const syntax = await selectParser(false);
  const module = await import('../../../../../plugins/n8n-node/n8n-lint/engine/file-linter.ts');
  // n8n's plugin has Node's instance of this module, and the linter that of the tests.
  const { forgetProject } = require('../../../../../plugins/n8n-node/n8n-lint/engine/cached-fs-stand-in.ts');
  createLinter = (folder) => {
    forgetProject();
    return module.createFileLinter(folder, syntax);
  };
  Object.assign(fs, {
    readFileSync: (...given: Parameters<typeof readFileSync>) => {
      reads.push(String(given[0]));
      return readFileSync(...given);
    },
  });
  syncBuiltinESMExports();
});

afterAll(() => {
  Object.assign(fs, { readFileSync });
  syncBuiltinESMExports();
});

/** Lints each file by itself. @returns what was read of the project besides the file */
async function readsOf(contents: ProjectContents): Promise<Map<string, string[]>> {
  return withProject(contents, async (folder) => {
    const within = (path: string) => relative(folder, path).replaceAll(sep, '/');
    return new Map(
      lintableFiles(Object.keys(contents), 'project').map((file) => {
        reads = [];
        createLinter(folder)(file);
        return [file, reads.map(within).filter((path) => path !== file && !path.startsWith('..'))];
      }),
    );
  });
}

const rules = lintGroups.flatMap(lintRules).filter(({ code }) => code.startsWith('@n8n/community-nodes/'));

describe('the files of a project that are read while one is linted', () => {
  it.each(rules.map((rule) => [rule.code, rule] as const))('is what the file depends on (%s)', async (_, rule) => {
    for (const example of ['bad', 'good'] as const) {
      const contents = exampleProject(rule, example);
      for (const [file, others] of await readsOf(contents)) {
        const before = (await lintDependencies(memoryFiles(contents), [file])).get(file);
        for (const other of others) {
          const changed = { ...contents, [other]: `${contents[other]}\n` };
          const after = (await lintDependencies(memoryFiles(changed), [file])).get(file);
          expect(after, `${file} reads ${other}`).not.toBe(before);
        }
      }
    }
  });

  it('is something: the watch works', async () => {
    const found = await readsOf(Object.fromEntries(generateProject({ nodes: 2, layout: 'split', fields: [1, 2] })));
    expect(found.get('credentials/QuillmarkApi.credentials.ts')).toContain('package.json');
    expect([...found].find(([file]) => file.endsWith('.node.ts'))?.[1]).toContain(
      'credentials/QuillmarkApi.credentials.ts',
    );
    expect(found.get('nodes/QuillmarkAccounts/types.ts')).not.toContain(
      'nodes/QuillmarkAccounts/QuillmarkAccounts.node.ts',
    );
  });
});

describe('remembered lint', () => {
  const project = Object.fromEntries(generateProject({ nodes: 2, layout: 'split', fields: [2, 4] }));

  const lintAll = (contents: ProjectContents, remembering = growingMemory()): Promise<LintFinding[]> =>
    withProject(contents, async (folder) => {
      const lint = createLinter(folder);
      const linted = lintableFiles(Object.keys(contents).sort(), 'project');
      const context = { files: memoryFiles(contents), memory: remembering };
      return rememberedLint(context, linted, async (missing) => missing.flatMap(lint));
    });

  it('lints one file, the credentials and the manifest when one file has changed', async () => {
    const remembering = growingMemory();
    await lintAll(project, remembering);
    remembering.worked.length = 0;
    const changed = 'nodes/QuillmarkAccounts/GenericFunctions.ts';
    const findings = await lintAll({ ...project, [changed]: `${project[changed]}\nconsole.log(1);\n` }, remembering);
    expect(remembering.worked).toEqual([
      'credentials/QuillmarkApi.credentials.ts',
      'credentials/QuillmarkOAuth2Api.credentials.ts',
      changed,
      'package.json',
    ]);
    expect(findings).toContainEqual(expect.objectContaining({ code: 'no-console', file: changed }));
  });

  it('finds what a fresh run finds, after any edit', async () => {
    const remembering = growingMemory();
    const paths = Object.keys(project).sort();
    const edit = fc.record({
      path: fc.constantFrom(...paths),
      how: fc.constantFrom('delete', 'append', 'rename', 'other name'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        const now = new Map(Object.entries(project));
        for (const { path, how } of edits) {
          const text = now.get(path);
          if (text === undefined) continue;
          now.delete(path);
          if (how === 'append') now.set(path, `${text}\nconsole.log('more');\n`);
          if (how === 'rename') now.set(path.replace(/(\w+)(\.\w+)$/, '$1New$2'), text);
          if (how === 'other name')
            now.set(path, text.replaceAll('quillmarkApi', 'otherApi').replaceAll('QuillmarkApi', 'Other'));
        }
        const contents = Object.fromEntries(now);
        expect(await lintAll(contents, remembering)).toEqual(await lintAll(contents));
      }),
      { numRuns: 6 },
    );
  });
});
