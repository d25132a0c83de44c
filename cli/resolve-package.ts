import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { serviceError } from '../kernel/errors.ts';
import { parsePackageReference } from '../runner/source/package-reference.ts';
import { flaggedPlugins, pluginReferences } from './flagged-plugins.ts';
import { kernelsWith } from './kernels.ts';
import { knownType } from './known-type.ts';
import { resolveRuleset } from './ruleset-flag.ts';
import type { RunRequest } from './run-request.ts';
import { resolveTimeout } from './timeout.ts';

/** Flags of package mode. */
export interface PackageFlags {
  type?: string | undefined;
  timeout?: string | undefined;
  ref?: string | undefined;
  ruleset?: string | undefined;
  plugins?: readonly string[];
}

/**
 * Steps 1 to 3 of package mode, in the order of SPEC 4.2. The configuration of the current folder does not apply.
 * @throws {ServiceError} for the first error
 */
export async function resolvePackage(reference: string, flags: PackageFlags): Promise<RunRequest> {
  const { type, timeout, ref, ruleset, plugins = [] } = flags;
  // If a folder has the name of a package, a version makes it a package reference: `name@latest`.
  if (!reference.startsWith('@') && existsSync(reference)) {
    const folder = statSync(reference).isDirectory() ? reference : dirname(reference);
    throw serviceError('PATH_NOT_SUPPORTED', { path: reference, folder });
  }
  parsePackageReference(reference);
  const kernels = await kernelsWith(await flaggedPlugins(plugins));
  const { types } = kernels;
  if (type === undefined) throw serviceError('TYPE_REQUIRED', {});
  const projectType = knownType(type, types);
  return {
    subject: { mode: 'package', name: reference },
    projectType,
    detected: false,
    timeout: resolveTimeout(timeout),
    ...(ref !== undefined && { ref }),
    plugins: pluginReferences(process.cwd(), plugins),
    ...(await resolveRuleset(ruleset, projectType, kernels)),
    nextSteps: types.projectTypes.get(projectType)?.nextSteps?.package,
  };
}
