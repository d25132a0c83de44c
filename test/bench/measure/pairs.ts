import type { Cost, Measurement, Timed } from './row.ts';
import { type Command, memoryOfCommand, timeCommand } from './run-command.ts';

export interface Pairs {
  ours: Command;
  /** The command to compare with. */
  peer: Command;
  against: string;
  /** Maximum ratio of wall time, ours to the peer's. */
  bound: number;
  /** Measured runs of each command. */
  pairs: number;
}

/**
 * Runs two commands alternately, after a warm-up run of each that fills disk and compile caches. The result is the median of
 * the ratios of the pairs, so that changes in the speed of the machine affect both.
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

/** The median of each figure. */
function medianCost(costs: readonly Timed[]): Cost {
  return { wall: median(costs.map(({ wall }) => wall)), cpu: median(costs.flatMap(({ cpu }) => cpu ?? [])) };
}

/** The middle value, or the mean of the two middle values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
