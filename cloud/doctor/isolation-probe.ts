import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { reasonOf } from '../../kernel/errors.ts';
import { chooseIsolation } from '../../runner/sandbox/isolation.ts';
import { isSlot, slotRange, startedAsRoot } from '../../runner/sandbox/user-slots.ts';
import { ok, warning } from './report.ts';
import type { Probe } from './run-probes.ts';

/** Checks that bubblewrap works for this user, with every sandbox profile of a run. */
export const isolationProbe: Probe = {
  parts: ['isolation', 'users'],
  run: async () => [
    { part: 'isolation', ...(await isolation()) },
    { part: 'users', ...(await userReport()) },
  ],
};

async function isolation() {
  try {
    const chosen = await chooseIsolation({ prefer: 'bubblewrap', thorough: true });
    await chosen.close?.();
    return ok(`bubblewrap works for ${userName()}`);
  } catch (error) {
    return warning(
      `${reasonOf(error)}. Node's permission model, the fallback, does not stop malicious code: workers, and servers on a non-loopback address, refuse to start`,
      adviceFor(reasonOf(error)),
    );
  }
}

function adviceFor(reason: string): string {
  if (process.platform !== 'linux') return 'Run workers on Linux.';
  if (reason.includes('not installed'))
    return 'Install it with your package manager, for example `apt-get install bubblewrap`.';
  if (reason.includes('/proc')) {
    return 'In a container, allow mounting /proc: systempaths=unconfined (Docker, Podman), procMount: Unmasked (Kubernetes).';
  }
  return 'Allow this user to create user namespaces; see "Isolation" in docs/operating.md.';
}

/** As root, sandboxed processes run as users of a reserved range, which must not belong to anybody. */
export async function userReport(passwords = '/etc/passwd') {
  if (!startedAsRoot()) return ok(`sandboxed processes run as ${userName()}, each in its own user namespace`);
  const range = `${slotRange.first}-${slotRange.last}`;
  const taken = await namesOfSlots(passwords);
  if (taken.length === 0) return ok(`sandboxed processes run as the unused user ids ${range}`);
  return warning(
    `sandboxed processes run as user ids ${range}, some of which are taken: ${taken.slice(0, 3).join(', ')}`,
    'Run as a user other than root, or change the ids of those users.',
  );
}

async function namesOfSlots(passwords: string): Promise<string[]> {
  const text = await readFile(passwords, 'utf8').catch(() => '');
  const users = text.split('\n').map((line) => line.split(':'));
  return users.flatMap(([name = '', , uid = '']) => (isSlot(Number(uid)) ? [name] : []));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In containers, user ids often have no name.
    return `user ${process.getuid?.() ?? '?'}`;
  }
}
