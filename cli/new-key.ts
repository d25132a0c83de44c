import { type Scope, scopes } from '../cloud/store/scopes.ts';
import { usageError } from '../kernel/errors.ts';
import type { Arguments } from './arguments.ts';
import { lineFlag } from './line-flag.ts';
import { wholeNumber } from './operator-flags.ts';

/** Milliseconds. */
const day = 86_400_000;

/** Flags of a key to create. */
export interface NewKeyFlags {
  label?: string;
  scopes?: Scope[];
  /** RFC 3339. */
  expiresAt?: string;
}

/**
 * Reads the flags of a key to create.
 * @throws {ServiceError} INVALID_USAGE
 */
export function newKeyIn(args: Arguments): NewKeyFlags {
  const label = lineFlag(args, '--label', 100);
  const days = wholeNumber(args, '--days', { minimum: 1, maximum: 3_650 });
  const names = args.value('--scopes');
  return {
    ...(label !== undefined && { label }),
    ...(names !== undefined && { scopes: names.split(',').map((name) => scopeNamed(name.trim())) }),
    ...(days !== undefined && { expiresAt: new Date(Date.now() + days * day).toISOString() }),
  };
}

function scopeNamed(name: string): Scope {
  const scope = scopes.find((each) => each === name);
  if (scope) return scope;
  const reason = `Invalid --scopes "${name}": use one or more of ${scopes.join(', ')}, separated by commas`;
  throw usageError(reason);
}
