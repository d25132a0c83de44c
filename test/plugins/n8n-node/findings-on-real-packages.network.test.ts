import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pacote from 'pacote';
import { withDir } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../../kernel/check.ts';
import type { Observation, Rule } from '../../../kernel/finding.ts';
import { artifactCheck } from '../../../plugins/n8n-node/artifact/artifact-check.ts';
import { docsCheck } from '../../../plugins/n8n-node/docs-check/docs-check.ts';
import { englishCheck } from '../../../plugins/n8n-node/english/english-check.ts';
import { securityCheck } from '../../../plugins/n8n-node/security/security-check.ts';
import { scaffold, templateFolders } from './lint/scaffold.ts';
import { contentsOf, openProject } from './project-on-disk.ts';

const checks: readonly Check[] = [artifactCheck, securityCheck, docsCheck, englishCheck];
const document = new URL('../../../docs/findings-on-real-packages.md', import.meta.url);

/** The findings that the document lists under a heading: `code` and file. */
async function listed(heading: string): Promise<string[]> {
  const text = await readFile(document, 'utf8');
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/\n#{2,3} /);
  return [...own.matchAll(/^\| `([a-z-]+)` ([^|]*?) *\|/gm)].map(([, code, file]) => `${code} ${file}`.trim()).sort();
}

async function found(folder: string, mode: 'project' | 'package'): Promise<Observation[]> {
  await using project = await openProject(await contentsOf(folder), { mode });
  const all: Observation[] = [];
  for (const check of checks) all.push(...(await project.run(check)).findings);
  return all;
}

const asListed = (findings: readonly Observation[]) =>
  findings.map(({ code, file = '' }) => `${code} ${file}`.trim()).sort();

describe('every finding on a real package is judged in docs/findings-on-real-packages.md', () => {
  it.each([
    'n8n-nodes-datastore@0.1.18',
    'n8n-nodes-evolution-api@1.0.4',
    'n8n-nodes-mcp@0.1.37',
    'n8n-nodes-webpage-content-extractor@0.1.3',
    '@mendable/n8n-nodes-firecrawl@2.1.2',
  ])('%s', async (reference) => {
    await withDir(
      async ({ path }) => {
        await pacote.extract(reference, join(path, 'package'));
        expect(asListed(await found(join(path, 'package'), 'package'))).toEqual(await listed(reference));
      },
      { unsafeCleanup: true },
    );
  });

  it('the templates of @n8n/node-cli@0.48.3', async () => {
    await withDir(
      async ({ path }) => {
        await pacote.extract('@n8n/node-cli@0.48.3', join(path, 'cli'));
        const templates = join(path, 'cli/dist/template/templates');
        const all: string[] = [];
        for (const name of await templateFolders(templates)) {
          const project = join(path, 'projects', name);
          await scaffold(join(templates, name), project);
          const findings = asListed(await found(project, 'project'));
          all.push(...findings.map((finding) => `${finding} of ${name.replace(/\/template$/, '')}`));
        }
        expect(all.sort()).toEqual(await listed('The templates of @n8n/node-cli@0.48.3'));
      },
      { unsafeCleanup: true },
    );
  });
});

it("raises errors of ours on fewer than 1 in 50 of n8n's own nodes", async () => {
  await withDir(
    async ({ path }) => {
      await pacote.extract('n8n-nodes-base@2.41.2', join(path, 'package'));
      // What is not read by this check would be 80 MB more.
      const contents: Record<string, Uint8Array> = {};
      for (const file of await readdir(join(path, 'package'), { recursive: true })) {
        if (/\.js$|^(package\.json|README\.md)$/.test(file))
          contents[file] = await readFile(join(path, 'package', file));
      }
      await using project = await openProject(contents, { mode: 'package' });
      const { findings } = await project.run(securityCheck);
      const severities = new Map(securityCheck.rules.map(({ code, severity }: Rule) => [code, severity]));
      const errors = findings.filter(({ code, severity = severities.get(code) }) => severity === 'error');
      const nodes = project.context.files.list().filter((file) => file.endsWith('.node.js'));
      expect(nodes.length).toBeGreaterThan(400);
      expect(new Set(errors.map(({ file }) => file)).size).toBeLessThan(nodes.length / 50);
      expect(asListed(errors)).toEqual(await listed('n8n-nodes-base@2.41.2'));
    },
    { unsafeCleanup: true },
  );
});
