import { createKernel } from '../kernel/kernel.ts';
import type { Kernel, Plugin } from '../kernel/plugin.ts';
import { builtinTypes } from '../plugins/builtin-types.ts';

/** The plugins before a run and in it. */
export interface Kernels {
  /** Knows the project types; it need not know their checks. */
  types: Kernel;
  whole(): Promise<Kernel>;
}

/**
 * Our own plugins and others. Where there are no others, the checks are only loaded when they are asked for.
 * @throws {ServiceError} PLUGIN_*
 */
export async function kernelsWith(added: readonly Plugin[]): Promise<Kernels> {
  if (added.length === 0) {
    let made: Promise<Kernel> | undefined;
    const whole = () => {
      made ??= wholeKernel([]);
      return made;
    };
    return { types: createKernel({ plugins: builtinTypes }), whole };
  }
  // What another plugin adds may not fit to the checks: that is told at once.
  const whole = await wholeKernel(added);
  return { types: whole, whole: async () => whole };
}

/** @throws {ServiceError} PLUGIN_* */
export async function wholeKernel(added: readonly Plugin[]): Promise<Kernel> {
  const { builtinKernel } = await import('../plugins/builtin.ts');
  return builtinKernel(added);
}
