import type { Bench, Row, Timed } from '../measure/row.ts';
import { memoryOfCommand, timeCommand, verifyLocally } from '../measure/run-command.ts';

const sizes = [10, 100, 1000] as const;
/** MiB. */
const memoryBound = 800;
/** Tolerance for noise. */
const tolerance = 1.1;

/** The first verification of a project with so many nodes, one source each. */
async function firstRun(bench: Bench, nodes: (typeof sizes)[number]) {
  return verifyLocally(await bench.project(`${nodes}-nodes`), await bench.folder());
}

const timePerNode: Row = {
  name: 'growth-time',
  what: `\`verify --local\`, all checks, first run, ${sizes.join(', ')} nodes: time per node`,
  async measure(bench) {
    const costs: Timed[] = [];
    for (const nodes of sizes) costs.push(await timeCommand(await firstRun(bench, nodes)));
    const each = costs.map(({ wall }, index) => wall / (sizes[index] ?? 1));
    return {
      ours: costs.at(-1) ?? {},
      figure: `${each.map((time) => time.toFixed(0)).join(', ')} ms`,
      bound: 'does not grow',
      met: each.every((time, index) => time <= (each[index - 1] ?? Number.POSITIVE_INFINITY) * tolerance),
    };
  },
};

const peakMemory: Row = {
  name: 'growth-memory',
  what: `\`verify --local\`, all checks, first run, ${sizes.at(-1)} nodes: memory`,
  async measure(bench) {
    const memory = await memoryOfCommand(await firstRun(bench, 1000));
    if (memory === undefined) throw new Error('this platform does not report memory');
    return {
      ours: { memory },
      figure: `${Math.round(memory)} MiB`,
      bound: `≤ ${memoryBound} MiB`,
      met: memory <= memoryBound,
    };
  },
};

export default [timePerNode, peakMemory];
