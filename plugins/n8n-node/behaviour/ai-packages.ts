import { parse } from 'semver';
import type { CheckContext } from '../../../kernel/check.ts';
import type { InstalledParts } from '../../../kernel/packages.ts';
import { currentRelease } from '../n8n/kit.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';

/** What n8n brings for nodes of AI, beside n8n-core. */
const brought = ['@n8n/ai-node-sdk', '@n8n/ai-utilities'];
/**
 * What models need of their dependencies, which are hundreds of megabytes: those of @n8n/ai-utilities 0.34. Stores and loaders of
 * documents can be loaded, but not used.
 */
const parts: Omit<InstalledParts, 'wanted'> = {
  only: ['@n8n/ai-utilities', '@langchain/openai', 'openai', 'zod-to-json-schema'],
  empty: [
    ...['@langchain/classic', '@langchain/community', '@langchain/textsplitters', 'langchain'],
    ...['pdf-parse', 'tmp-promise', '@thednp/dommatrix'],
  ],
};

/** The packages for nodes of AI that a package expects n8n to have; undefined if there is none. */
export function aiPackages({ manifest, kits }: Pick<CheckContext, 'manifest' | 'kits'>): InstalledParts | undefined {
  const { modules } = currentRelease(kits);
  const peers = Object.keys(recordOf(manifest?.['peerDependencies']) ?? {});
  const wanted = brought.flatMap((name) => {
    const version = Object.hasOwn(modules, name) && peers.includes(name) ? parse(modules[name]) : null;
    // A registry may lack the version that the release depends on.
    return version ? [[name, `~${version.major}.${version.minor}.0 <=${version.version}`]] : [];
  });
  return wanted.length > 0 ? { wanted: Object.fromEntries(wanted), ...parts } : undefined;
}
