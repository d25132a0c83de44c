import { usageError } from '../kernel/errors.ts';
import type { KitSource } from '../kernel/kits.ts';
import type { Kernel, ProjectType } from '../kernel/plugin.ts';
import type { Kernels } from './kernels.ts';

/**
 * The ruleset of `--ruleset`, what it needs installed, and a kernel with its rules.
 * @param name `next`, or the name of the current ruleset, which is the default
 * @throws {ServiceError} INVALID_USAGE for another name
 */
export async function resolveRuleset(
  name: string | undefined,
  projectType: string,
  { types, full, next }: Kernels,
): Promise<{ ruleset?: 'next'; kits: readonly KitSource[]; kernel(): Promise<Kernel> }> {
  const { kits = [], nextKits = kits }: Partial<ProjectType> = types.projectTypes.get(projectType) ?? {};
  if (name === 'next') return { ruleset: 'next', kits: nextKits, kernel: next };
  if (name !== undefined) {
    const current = (await full()).projectTypes.get(projectType)?.ruleset;
    if (name !== current) {
      const known = [...(current === undefined ? [] : [current]), 'next'];
      throw usageError(`Unknown ruleset "${name}"; use one of: ${known.join(', ')}`);
    }
  }
  return { kits, kernel: full };
}
