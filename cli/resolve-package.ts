import { existsSync } from 'node:fs';
import { serviceError } from '../kernel/errors.ts';
import { parsePackageReference } from '../runner/source/package-reference.ts';
import { flaggedPlugins, pluginReferences } from './flagged-plugins.ts';
import { kernelsWith } from './kernels.ts';
import { knownType } from './known-type.ts';
import type { RunRequest } from './run-request.ts';
import { resolveTimeout } from './timeout.ts';

/** Flags of package mode. */
export interface PackageFlags {
  type?: string | undefined;
  timeout?: string | undefined;
  ref?: string | undefined;
  plugins?: readonly string[];
}

/**
 * Steps 1 to 3 of package mode, in the order of SPEC 4.2. The configuration of the current folder does not apply.
 * @throws {ServiceError} for the first error
 */
export async function resolvePackage(reference: string, flags: PackageFlags): Promise<RunRequest> {
  const { type, timeout, ref, plugins = [] } = flags;
  parsePackageReference(reference);
  // If a folder has the name of a package, a version makes it a package reference: `name@latest`.
  if (!reference.startsWith('@') && existsSync(reference))
    throw serviceError('PATH_NOT_SUPPORTED', { path: reference });
  const { types, full } = await kernelsWith(await flaggedPlugins(plugins));
  if (type === undefined) throw serviceError('TYPE_REQUIRED', {});
  return {
    subject: { mode: 'package', name: reference },
    projectType: knownType(type, types),
    detected: false,
    timeout: resolveTimeout(timeout),
    ...(ref !== undefined && { ref }),
    plugins: pluginReferences(process.cwd(), plugins),
    kernel: full,
  };
}
