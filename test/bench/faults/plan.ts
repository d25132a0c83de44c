import type { Pace } from '../cluster/paced-plugin.ts';
import { type FaultKind, faultKinds, kindNames } from './fault-kinds.ts';
import { Random } from './random.ts';

/** What is going to be done: made from a seed alone, so that the same seed gives the same plan. */
export interface Plan {
  seed: number;
  runs: PlannedRun[];
  faults: PlannedFault[];
}

export interface PlannedRun {
  number: number;
  /** Of a real node, where there is no pace. */
  pace?: Pace;
  /** How many follow its log. */
  watchers: number;
}

export interface PlannedFault {
  number: number;
  /** How many runs were created when it happens. */
  after: number;
  kind: FaultKind;
  /** What the fault chooses by: which process, when, how. */
  seed: number;
}

export interface PlanSize {
  seed: number;
  runs: number;
  faults: number;
  /** Those that may happen; all when absent. */
  kinds?: readonly FaultKind[];
  /** Runs of real nodes, as a share of all. */
  nodes?: number;
}

/** Faults are of every kind in proportion, spread over the runs. */
export function makePlan({ seed, runs, faults, kinds = kindNames, nodes = 0.01 }: PlanSize): Plan {
  const random = new Random(seed);
  const planned = Array.from({ length: runs }, (_, index): PlannedRun => {
    const watchers = random.fraction() < 0.1 ? 2 : 1;
    const pace = {
      steps: random.between(2, 8),
      milliseconds: random.between(20, 200),
      errors: random.fraction() < 0.3 ? random.between(1, 3) : 0,
    };
    const isNode = random.fraction() < nodes;
    return { number: index + 1, watchers, ...(!isNode && { pace }) };
  });
  const order = random.shuffle(portions(kinds, faults));
  return {
    seed,
    runs: planned,
    faults: order.map((kind, index) => ({
      number: index + 1,
      after: Math.floor(((index + 0.5) * runs) / faults),
      kind,
      seed: random.seed(),
    })),
  };
}

/** So many faults, each kind as often as its weight says, and once at least where there is room. */
function portions(kinds: readonly FaultKind[], faults: number): FaultKind[] {
  const weight = kinds.reduce((sum, kind) => sum + faultKinds[kind].weight, 0);
  const chosen = kinds.flatMap((kind): FaultKind[] =>
    Array(Math.max(1, Math.floor((faults * faultKinds[kind].weight) / weight))).fill(kind),
  );
  const [heaviest] = [...kinds].sort((a, b) => faultKinds[b].weight - faultKinds[a].weight);
  while (heaviest && chosen.length < faults) chosen.push(heaviest);
  return chosen.slice(0, faults);
}
