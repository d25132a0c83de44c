import { isIPv4 } from 'node:net';
import { serviceError } from '../kernel/errors.ts';
import { chooseIsolation, type Isolation } from '../runner/sandbox/isolation.ts';

/**
 * The isolation of runs. Node's permission model does not hold an attacker, so that a process which takes runs from
 * others than the person at this machine uses it only when its operator says so.
 * @throws {ServiceError} ISOLATION_REQUIRED
 */
export async function safeIsolation(
  { allowed, exposed }: { allowed: 'permission' | undefined; exposed: boolean },
  choose: () => Promise<Isolation> = () => chooseIsolation({ thorough: true }),
): Promise<Isolation> {
  const isolation = await choose();
  if (isolation.name === 'permission-model' && exposed && allowed !== 'permission') {
    await isolation.close?.();
    throw serviceError('ISOLATION_REQUIRED', { reason: isolation.note ?? 'bubblewrap does not work here' });
  }
  return isolation;
}

/** Whether only this machine can reach an address. A name that is not one of this machine counts as exposed. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
