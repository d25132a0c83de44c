import { printable } from '../../kernel/printable.ts';
import type { ApiKey } from '../store/api-keys.ts';
import type { KeyRecord } from './schemas.ts';

/** A key as the API and `service admin` show it. */
export function keyRecord({ id, label, scopes, createdAt, expiresAt, lastUsedAt, revokedAt }: ApiKey): KeyRecord {
  return {
    keyId: id,
    ...(label !== undefined && { label: printable(label) }),
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
  };
}
