import { execa } from 'execa';
import { expect, it } from 'vitest';
import { lintGroups, lintRules } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import type { LintFinding } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { currentKit } from '../../installed-n8n.ts';
import { type ProjectContents, withProject } from './project-folder.ts';

const engine = new URL('../../../../../plugins/n8n-node/n8n-lint/engine/', import.meta.url);

interface Run {
  findings: LintFinding[];
  /** Whether ESLint's Linter was loaded. */
  linter: boolean;
}

/** Lints files in a process in which ESLint has no module whose path ends in `gone`. */
async function lintWithout(gone: string, order: { folder: string; files: readonly string[] }): Promise<Run> {
  const script = `
    import { createRequire, registerHooks } from 'node:module';
    const { gone, folder, files } = ${JSON.stringify({ gone, ...order })};
    registerHooks({
      resolve(specifier, context, next) {
        if (context.parentURL?.endsWith('/package.json') && specifier.endsWith(gone)) throw new Error('not found');
        return next(specifier, context);
      },
    });
    const { startLinter } = await import('${engine}start-linter.ts');
    const lint = await startLinter({ folder, kit: ${JSON.stringify(currentKit.folder)}, careful: false });
    const findings = files.flatMap(lint);
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(JSON.stringify({ findings, linter: loaded.some((path) => path.endsWith('/eslint/lib/linter/linter.js')) }));
  `;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout);
}

/** The bad example of every rule that looks at single fields, and what the other rules see. */
function project(): ProjectContents {
  const rules = lintGroups
    .flatMap(lintRules)
    .filter(({ code, bad }) => !/^source-/.test(code) && !/^(\{|\/\/ )/.test(bad));
  return {
    ...Object.fromEntries(rules.map(({ bad }, index) => [`nodes/Acme/fields${index}.ts`, bad])),
    'nodes/Acme/more.ts': 'console.log(globalThis.process.env);',
    'package.json': '{ "name": "n8n-nodes-acme", "version": "1.0.0" }',
  };
}

it('uses internal modules of ESLint, and its Linter with the same findings when one of them is gone', async () => {
  const contents = project();
  await withProject(contents, async (folder) => {
    const order = { folder, files: Object.keys(contents) };
    const { findings, linter } = await lintWithout('no such module', order);
    expect(linter).toBe(false);
    expect(new Set(findings.map(({ code }) => code)).size).toBeGreaterThan(40);
    expect(findings).toContainEqual(expect.objectContaining({ code: 'no-console', file: 'nodes/Acme/more.ts' }));
    for (const gone of ['/linter/esquery.js', '/source-code', '/rules/no-console'])
      expect(await lintWithout(gone, order), gone).toEqual({ findings, linter: true });
  });
});
