import { chooseIsolation, type Isolation } from '../../../runner/sandbox/isolation.ts';

const best = await chooseIsolation();

/** Every isolation that works on this machine: what holds for one must hold for all. */
export const isolations: readonly Isolation[] = [
  ...(best.name === 'bubblewrap' ? [best] : []),
  await chooseIsolation({ prefer: 'permission-model' }),
];
