import { existsSync } from 'node:fs';
import { serviceError } from '../kernel/errors.ts';
import { parsePackageReference } from '../runner/source/package-reference.ts';
import { flaggedPlugins, pluginReferences } from './flagged-plugins.ts';
import { kernelsWith } from './kernels.ts';
import { knownType } from './known-type.ts';
import type { RunRequest } from './run-request.ts';
import { resolveTimeout } from './timeout.ts';

/** The flags that package mode reads. */
export interface PackageFlags {
  type?: string | undefined;
  timeout?: string | undefined;
  ref?: string | undefined;
  plugins?: readonly string[];
}

/**
 * Steps 1 to 3 of package mode, in SPEC 4.2's order. The project in this folder has no say in a package: its
 * configuration is not read.
 * @throws {ServiceError} for the first fault
 */
export async function resolvePackage(reference: string, flags: PackageFlags): Promise<RunRequest> {
  const { type, timeout, ref, plugins = [] } = flags;
  parsePackageReference(reference);
  // A name that is both, a folder here and a package there, is taken for a package once it has a version: `name@latest`.
  if (!reference.startsWith('@') && existsSync(reference))
    throw serviceError('PATH_NOT_SUPPORTED', { path: reference });
  const { types, whole } = await kernelsWith(await flaggedPlugins(plugins));
  if (type === undefined) throw serviceError('TYPE_REQUIRED', {});
  return {
    subject: { mode: 'package', name: reference },
    projectType: knownType(type, types),
    detected: false,
    timeout: resolveTimeout(timeout),
    ...(ref !== undefined && { ref }),
    plugins: pluginReferences(process.cwd(), plugins),
    kernel: whole,
  };
}
