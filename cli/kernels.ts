import { createKernel } from '../kernel/kernel.ts';
import type { Kernel, Plugin } from '../kernel/plugin.ts';
import { builtinTypes } from '../plugins/builtin-types.ts';

/** Kernels for before and during a run. */
export interface Kernels {
  /** Knows the project types, but maybe not their checks. */
  types: Kernel;
  full(): Promise<Kernel>;
  /** Has the rules of the next ruleset of each type. */
  next(): Promise<Kernel>;
}

/**
 * Creates kernels of the built-in plugins and others. Without others, checks are loaded on demand.
 * @throws {ServiceError} PLUGIN_*
 */
export async function kernelsWith(added: readonly Plugin[]): Promise<Kernels> {
  const next = () => fullKernel(added, 'next');
  if (added.length === 0) {
    let made: Promise<Kernel> | undefined;
    const full = () => {
      made ??= fullKernel([]);
      return made;
    };
    return { types: createKernel({ plugins: builtinTypes, valid: builtinTypes }), full, next };
  }
  // Reports incompatible plugins immediately.
  const full = await fullKernel(added);
  return { types: full, full: async () => full, next };
}

/** @throws {ServiceError} PLUGIN_* */
async function fullKernel(added: readonly Plugin[], ruleset?: 'next'): Promise<Kernel> {
  const { builtinKernel } = await import('../plugins/builtin.ts');
  return builtinKernel(added, { ruleset });
}
