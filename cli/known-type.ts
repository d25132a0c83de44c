import { serviceError } from '../kernel/errors.ts';
import type { Kernel } from '../kernel/plugin.ts';

/** @throws {ServiceError} INVALID_TYPE for an unknown `--type` */
export function knownType(type: string, kernel: Kernel): string {
  if (!kernel.projectTypes.has(type)) throw serviceError('INVALID_TYPE', { type, known: typeNames(kernel) });
  return type;
}

export function typeNames(kernel: Kernel): string {
  return [...kernel.projectTypes.keys()].join(', ');
}
