import { chooseIsolation, type Isolation } from '../../../runner/sandbox/isolation.ts';

const best = await chooseIsolation();

/** Why bubblewrap is not among them, if it is not. */
export const note = best.note;

/** Every isolation that works on this machine: what holds for one must hold for all. */
export const isolations: readonly Isolation[] = [
  ...(best.name === 'bubblewrap' ? [best] : []),
  await chooseIsolation({ prefer: 'permission-model' }),
];

/** The best one as a process that goes on for long has it: bubblewrap then starts children from another process. */
export const lasting = await chooseIsolation({ thorough: true });
