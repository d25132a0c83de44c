import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';

/** The folder of a job's kit in the sandbox. */
export function kitOf({ kit }: SandboxFolders): string {
  if (kit === undefined) throw new Error('the job has no kit');
  return kit;
}

/** Resolves modules like a file of a kit. @param folder of the kit, as this process sees it */
export const requireFrom = (folder: string) => createRequire(join(folder, 'package.json'));
