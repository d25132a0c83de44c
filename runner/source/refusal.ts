import { type ServiceError, serviceError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';

/** INVALID_PAYLOAD for a tarball: `reason` follows "The tarball". */
export function refusal(reason: string, cause?: unknown): ServiceError {
  return serviceError('INVALID_PAYLOAD', { reason: `The tarball ${reason}` }, { cause });
}

/** A name out of a tarball, to be shown: quoted, harmless, not too long. */
export function quoted(name: string): string {
  const shown = name.length > 120 ? `${name.slice(0, 120)}…` : name;
  return `"${printable(shown)}"`;
}
