import { endless, memory } from './bombs.ts';
import type { HostileCase } from './hostile-case.ts';
import { hostFiles, network } from './outside-world.ts';
import { processes } from './processes.ts';
import { results } from './results.ts';
import { tools } from './tools.ts';

/** What a package may try when it is loaded, and what must come of it in every isolation that holds it. */
export const hostileCases: readonly HostileCase[] = [
  ...network,
  ...hostFiles,
  ...memory,
  ...processes,
  ...endless,
  ...results,
  ...tools,
];
