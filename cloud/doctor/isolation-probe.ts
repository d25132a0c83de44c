import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { reasonOf } from '../../kernel/errors.ts';
import { chooseIsolation } from '../../runner/sandbox/isolation.ts';
import { isSlot, slotRange, startedAsRoot } from '../../runner/sandbox/user-slots.ts';
import type { Probe } from './examine.ts';
import { ok, warning } from './report.ts';

/** Whether children of this user come up under bubblewrap, with the profiles that runs have. */
export const isolationProbe: Probe = {
  parts: ['isolation', 'users'],
  look: async () => [
    { part: 'isolation', ...(await isolation()) },
    { part: 'users', ...(await userReport()) },
  ],
};

async function isolation() {
  try {
    const chosen = await chooseIsolation({ prefer: 'bubblewrap', thorough: true });
    await chosen.close?.();
    return ok(`bubblewrap works for ${userName()}, for packages and for tools`);
  } catch (error) {
    return warning(
      `${reasonOf(error)}. Node's permission model takes its place, which does not hold an attacker: workers, and servers on other addresses than loopback, do not start with it`,
      adviceFor(reasonOf(error)),
    );
  }
}

function adviceFor(reason: string): string {
  if (process.platform !== 'linux') return 'Run workers on Linux.';
  if (reason.includes('not installed')) return 'Install it with the package manager of the system.';
  if (reason.includes('/proc')) {
    return 'In a container, let processes mount a /proc: systempaths=unconfined (Docker, Podman), procMount: Unmasked (Kubernetes).';
  }
  return 'Let this user make user namespaces: see "Isolation" in docs/operating.md.';
}

/** Children of root get users of their own, which nobody else may be. */
export async function userReport(passwords = '/etc/passwd') {
  if (!startedAsRoot()) return ok(`children run as ${userName()}, in user namespaces of their own`);
  const range = `${slotRange.first}-${slotRange.last}`;
  const taken = await namesOfSlots(passwords);
  if (taken.length === 0) return ok(`children of root run as the users ${range}, which have no names here`);
  return warning(
    `children of root run as the users ${range}, and some belong to somebody: ${taken.slice(0, 3).join(', ')}`,
    'Start as another user than root, or give those users other ids.',
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
    // Containers often have users without names.
    return `user ${process.getuid?.() ?? '?'}`;
  }
}
