import type { Pace } from '../cluster/paced-plugin.ts';
import { type FaultKind, faultKinds, kindNames } from './fault-kinds.ts';
import { Random } from './random.ts';

/** A test plan. It depends on the seed only. */
export interface Plan {
  seed: number;
  runs: PlannedRun[];
  faults: PlannedFault[];
}

export interface PlannedRun {
  number: number;
  /** Absent for a run of a real node. */
  pace?: Pace;
  /** The number of clients that follow its log. */
  watchers: number;
}

export interface PlannedFault {
  number: number;
  /** The number of created runs after which it happens. */
  after: number;
  kind: FaultKind;
  /** Seed for the choices of the fault: which process, when, how. */
  seed: number;
}

export interface PlanSize {
  seed: number;
  runs: number;
  faults: number;
  /** The allowed kinds; all when absent. */
  kinds?: readonly FaultKind[];
  /** The share of runs of real nodes. */
  nodes?: number;
}

/** Creates a plan with faults of all kinds, in proportion to their weights, distributed over the runs. */
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

/** A number of faults, distributed by weight; each kind occurs at least once if possible. */
function portions(kinds: readonly FaultKind[], faults: number): FaultKind[] {
  const weight = kinds.reduce((sum, kind) => sum + faultKinds[kind].weight, 0);
  const chosen = kinds.flatMap((kind): FaultKind[] =>
    Array(Math.max(1, Math.floor((faults * faultKinds[kind].weight) / weight))).fill(kind),
  );
  const [heaviest] = [...kinds].sort((a, b) => faultKinds[b].weight - faultKinds[a].weight);
  while (heaviest && chosen.length < faults) chosen.push(heaviest);
  return chosen.slice(0, faults);
}
