import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Does what the load check does in the end: loads code of the project and calls it. */
export default function loadProjectCode(place, input) {
  const attack = createRequire(join(place.project, 'package.json'))('./dist/attack.js');
  return typeof attack === 'function' ? attack(place, input) : attack;
}
