import type { CheckContext, Manifest, Mode, Service } from '../../../../kernel/check.ts';
import { jsonLocator, type ProjectFiles } from '../../../../kernel/project-files.ts';
import { type Declaration, declarationsOf } from './manifest-fields.ts';

/** A readable manifest, for rules. */
export interface ManifestSubject {
  manifest: Manifest;
  /** The text of package.json. */
  text: string;
  files: ProjectFiles;
  mode: Mode;
  /** The location of a value: keys and indexes from the root. */
  at(...path: (string | number)[]): { file: string; line?: number; column?: number };
}

const file = 'package.json';

/** Undefined when package.json is missing, not JSON, not an object or too large, which the check `manifest` reports. */
export const manifestSubject: Service<ManifestSubject | undefined> = {
  name: 'positions in package.json',
  async create({ manifest, files, mode }) {
    if (!manifest) return undefined;
    const text = await files.read(file);
    const locate = jsonLocator(text);
    return { manifest, text, files, mode, at: (...path) => ({ file, ...locate(path) }) };
  },
};

/** Returns the manifest, or skips the check. */
export async function requireManifest(context: CheckContext): Promise<ManifestSubject> {
  return (await context.service(manifestSubject)) ?? context.skip('package.json could not be read; see "manifest"');
}

/** Returns what the manifest declares, or skips a check that looks at nothing else. */
export async function requireDeclarations(context: CheckContext): Promise<Declaration[]> {
  const declared = declarationsOf((await requireManifest(context)).manifest);
  return declared.length > 0
    ? declared
    : context.skip('package.json declares no nodes and no credentials; see "manifest"');
}

/** Returns the nodes that the manifest declares, or skips a check that looks at nothing else. */
export async function requireNodes(context: CheckContext): Promise<Declaration[]> {
  const nodes = (await requireDeclarations(context)).filter(({ list }) => list === 'nodes');
  return nodes.length > 0 ? nodes : context.skip('package.json declares no nodes; see "manifest"');
}
