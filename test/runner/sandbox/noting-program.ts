import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxPlace } from '../../../kernel/sandbox.ts';

/** What to do in a process that saw other projects before, besides noting what is there. */
export type Fault = 'throw' | 'exit' | 'pollute' | 'retire' | 'print' | 'hang' | 'wait' | 'wait long' | 'write';

export interface Noted {
  /** The same for all that one process notes. */
  self: string;
  earlier?: number;
  project: string;
  files: Record<string, string>;
  /** Folders that it may write to, with what earlier projects left there. */
  scratch: string[];
}

const self = crypto.randomUUID();

export default async function note(place: SandboxPlace, { fault }: { fault?: Fault } = {}): Promise<Noted> {
  if (place.earlier !== 0) await commit(fault, place);
  const entries = readdirSync(place.project, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return {
    self,
    ...(place.earlier !== undefined && { earlier: place.earlier }),
    project: place.project,
    files: Object.fromEntries(
      paths.map((path) => [path.slice(place.project.length + 1), readFileSync(path, 'latin1')]),
    ),
    scratch: readdirSync('/tmp', { recursive: true }).map(String).sort(),
  };
}

async function commit(fault: Fault | undefined, place: SandboxPlace): Promise<void> {
  if (fault === 'throw') throw new Error('only now');
  if (fault === 'exit') process.exit(3);
  if (fault === 'pollute') Object.assign(Object.prototype, { polluted: true });
  if (fault === 'retire') place.retire?.();
  while (fault === 'print') {
    process.stdout.write('x'.repeat(1024 * 1024));
    await delay(1);
  }
  // A project is read-only: this throws.
  if (fault === 'write') writeFileSync(join(place.project, 'new.txt'), '');
  if (fault === 'hang') for (;;);
  if (fault === 'wait') await delay(300);
  if (fault === 'wait long') await delay(2_500);
}
