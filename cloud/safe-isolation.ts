import { isIPv4 } from 'node:net';
import { serviceError } from '../kernel/errors.ts';
import { chooseIsolation, type Isolation } from '../runner/sandbox/isolation.ts';

/**
 * The isolation of runs. Node's permission model does not stop malicious code: a process that takes runs from other
 * people than the user of this machine falls back to it only if its operator allows that.
 * @throws {ServiceError} ISOLATION_REQUIRED
 */
export async function safeIsolation(
  { allowed, exposed }: { allowed: 'permission' | undefined; exposed: boolean },
  choose: () => Promise<Isolation> = () => chooseIsolation({ thorough: true }),
): Promise<Isolation> {
  const isolation = await choose();
  if (isolation.name === 'permission-model' && exposed && allowed !== 'permission') {
    await isolation.close?.();
    throw serviceError('ISOLATION_REQUIRED', { reason: isolation.note ?? 'bubblewrap does not work on this machine' });
  }
  return isolation;
}

/** Whether an address accepts connections from this machine only. Every host name but `localhost` counts as exposed. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
