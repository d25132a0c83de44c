import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import pacote from 'pacote';
import { recordOf } from '../../project/manifest/manifest-fields.ts';

/**
 * Writes host-modules.ts: `node plugins/n8n-node/n8n/host-modules/generate.ts <release of n8n>...`, the current one first.
 * The releases have to be those whose n8n-workflow package.json names.
 */
async function release(version: string): Promise<string> {
  const manifest = await pacote.manifest(`n8n@${version}`);
  const { 'n8n-workflow': workflow, ...modules } = recordOf(manifest.dependencies) ?? {};
  const all = Object.entries({ ...modules, 'n8n-workflow': workflow }).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({ n8n: manifest.version, workflow, modules: Object.fromEntries(all) });
}

const releases = await Promise.all(process.argv.slice(2).map(release));
const path = fileURLToPath(new URL('host-modules.ts', import.meta.url));
await writeFile(
  path,
  `/** What a release of n8n lets packages require. Made by generate.ts. */
export interface HostRelease {
  /** Its version. */
  n8n: string;
  /** The version of n8n-workflow that it has. */
  workflow: string;
  /** Its direct dependencies, from the name to the version or range that its manifest gives. */
  modules: Readonly<Record<string, string>>;
}

/** The current release, and the last one of the major version before. */
export const hostReleases: readonly HostRelease[] = [${releases.join(',')}];
`,
);
await execa('biome', ['check', '--write', path], { preferLocal: true });
