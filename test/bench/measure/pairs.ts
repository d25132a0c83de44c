import type { Cost, Measurement, Timed } from './row.ts';
import { type Command, memoryOfCommand, timeCommand } from './run-command.ts';

export interface Pairs {
  ours: Command;
  /** What it is held against. */
  peer: Command;
  against: string;
  /** The largest ratio of wall time, ours to the peer's, that is good enough. */
  bound: number;
  /** Counted runs of each. */
  pairs: number;
}

/**
 * Runs two commands in turn, A B A B, after one run of each that is not counted: the disk is read and the compile cache
 * filled. The ratio is the median of the ratios of the pairs, so that a machine that slows down slows both.
 */
export async function comparePairs({ ours, peer, against, bound, pairs }: Pairs): Promise<Measurement> {
  await timeCommand(ours);
  await timeCommand(peer);
  const runs: { ours: Timed; peer: Timed }[] = [];
  for (let pair = 0; pair < pairs; pair++) runs.push({ ours: await timeCommand(ours), peer: await timeCommand(peer) });
  const ratio = median(runs.map((run) => run.ours.wall / run.peer.wall));
  return {
    ours: { ...medianCost(runs.map((run) => run.ours)), memory: await memoryOfCommand(ours) },
    against: { what: against, cost: medianCost(runs.map((run) => run.peer)) },
    figure: times(ratio),
    bound: `≤ ${times(bound)}`,
    met: ratio <= bound,
  };
}

const times = (ratio: number) => `${Number(ratio.toFixed(2))} ×`;

/** The median of each figure by itself. */
export function medianCost(costs: readonly Timed[]): Cost {
  return { wall: median(costs.map(({ wall }) => wall)), cpu: median(costs.flatMap(({ cpu }) => cpu ?? [])) };
}

/** The middle one, or of an even number the mean of the two in the middle; of none, NaN. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
