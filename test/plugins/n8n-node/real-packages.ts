import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pacote from 'pacote';
import { type Release, releaseOf } from '../../../plugins/n8n-node/n8n/release.ts';
import { rulesetKit } from '../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { nearestTo, readPackage } from '../../../plugins/n8n-node/n8n/upgrade/registry.ts';
import { withEmptyFolder } from './n8n-lint/engine/project-folder.ts';
import { scaffold, templateFolders } from './n8n-lint/engine/scaffold.ts';

/** Published packages of different makers, by the versions whose findings are known. */
export const realPackages = [
  'n8n-nodes-datastore@0.1.18',
  'n8n-nodes-evolution-api@1.0.4',
  'n8n-nodes-mcp@0.1.37',
  'n8n-nodes-webpage-content-extractor@0.1.3',
  '@mendable/n8n-nodes-firecrawl@2.1.2',
] as const;

/**
 * A package that an n8n depends on, the current one when absent: a name, and the version or the last one before it that the
 * registry has.
 */
export function ofN8n(name: string, { modules }: Release = releaseOf(rulesetKit)): string {
  return `${name}@${nearestTo(modules[name] ?? '')}`;
}

/** What `n8n-node new` makes projects of. */
export const nodeCli = '@n8n/node-cli@0.48.3';

/** Lends the folder of a package as the registry has it. */
export function withPackage<T>(reference: string, use: (folder: string) => Promise<T>): Promise<T> {
  return withEmptyFolder(async (folder) => {
    await pacote.extract(reference, folder);
    return use(folder);
  });
}

/**
 * Files of a package that n8n depends on, without making tens of thousands of them on a disk.
 * @param wanted filters by the path
 */
export async function filesOfN8n(name: string, wanted: (path: string) => boolean): Promise<Record<string, Buffer>> {
  return Object.fromEntries(await readPackage(ofN8n(name), wanted));
}

/** Whether a file of n8n-nodes-base is of a node or credential: most are generated, and define nodes for others. */
export const isOfNodes = (path: string) => !path.startsWith('dist/node-definitions/');

/** Lends a project made of each template of `nodeCli`, one after the other. */
export function eachTemplate(use: (folder: string, name: string) => Promise<void>): Promise<void> {
  return withPackage(nodeCli, async (cli) => {
    const templates = join(cli, 'dist/template/templates');
    const names = await templateFolders(templates);
    if (names.length === 0) throw new Error(`${nodeCli} has no templates where they are looked for`);
    for (const name of names) {
      await withEmptyFolder(async (folder) => {
        await scaffold(join(templates, name), folder);
        await use(folder, name);
      });
    }
  });
}

/** The findings that docs/findings-on-real-packages.md judges under a heading: the first column of its table, sorted. */
export async function judged(heading: string): Promise<string[]> {
  const text = await readFile(new URL('../../../docs/findings-on-real-packages.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/\n#{2,3} /);
  return [...own.matchAll(/^\| (`[^|]*?) *\|/gm)].map(([, first = '']) => first).sort();
}
