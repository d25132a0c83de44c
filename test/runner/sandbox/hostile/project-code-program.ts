import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SandboxFolders } from '../../../../kernel/sandbox.ts';

/** Does what the load check does in the end: loads code of the project and calls it. */
export default function loadProjectCode(place: SandboxFolders, input: unknown): unknown {
  const attack: unknown = createRequire(join(place.project, 'package.json'))('./dist/attack.js');
  return typeof attack === 'function' ? attack(place, input) : attack;
}
