import { type ServiceError, serviceError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';

/** INVALID_PAYLOAD for a tarball. @param reason text that follows "The tarball" */
export function tarballError(reason: string, cause?: unknown): ServiceError {
  return serviceError('INVALID_PAYLOAD', { reason: `The tarball ${reason}` }, { cause });
}

/** Quotes a name from a tarball for a message: escaped and shortened. */
export function quoted(name: string): string {
  const shown = name.length > 120 ? `${name.slice(0, 120)}…` : name;
  return `"${printable(shown)}"`;
}
