import { serviceError } from '../kernel/errors.ts';
import type { Kernel } from '../kernel/plugin.ts';

/** @throws {ServiceError} INVALID_TYPE for an unknown `--type` */
export function knownType(type: string, kernel: Kernel): string {
  if (!kernel.projectTypes.has(type)) throw serviceError('INVALID_TYPE', { type, known: typeNames(kernel) });
  return type;
}

/** The project types that can be verified. */
export function typeNames(kernel: Kernel): string {
  const types = [...kernel.projectTypes.values()].filter(({ reserved }) => reserved === undefined);
  return types.map(({ name }) => name).join(', ');
}
