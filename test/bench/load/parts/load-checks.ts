import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseIsolation, type Isolation } from '../../../../runner/sandbox/isolation.ts';
import { quantile, table, time } from '../distribution.ts';
import { runLoadCheck } from '../load-check.ts';
import type { Part } from '../part.ts';
import { builtPassingNode } from '../passing-node.ts';
import { costOf } from '../process-cost.ts';

const checks = 60;
const pairs = 15;
/** Milliseconds until a bomb has started. */
const fuse = 300;

/** Each uses up a resource until it is killed. */
const bombs: Readonly<Record<string, string>> = {
  'busy threads': `
    const { Worker } = require('node:worker_threads');
    for (let thread = 0; thread < 16; thread++) new Worker('for (;;) {}', { eval: true });
    for (;;) {}`,
  'endless memory': 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));',
  'endless output': "for (;;) require('node:fs').writeSync(1, 'x'.repeat(1 << 16));",
};

/** The `load` check of a small real node in the sandbox: its rate, and its duration while a bomb runs. */
export const loadChecks: Part = {
  name: 'load-checks',
  title: 'The load check on a small real node, as published',
  async measure(signal) {
    await using stack = new AsyncDisposableStack();
    const { folder } = stack.use(await builtPassingNode());
    const isolation = await chooseIsolation();
    stack.defer(async () => isolation.close?.());
    const honest = () => {
      signal.throwIfAborted();
      return timedCheck(folder, isolation);
    };
    await honest();
    const rates = [];
    for (const concurrency of new Set([1, availableParallelism(), 2 * availableParallelism()])) {
      rates.push([concurrency, ...(await rateOf(concurrency, honest))]);
    }
    const withBombs = [];
    for (const [name, source] of Object.entries(bombs))
      withBombs.push(await pairsOf(name, source, { isolation, honest }));
    const rateTable = table(['concurrency', 'load checks per second', 'CPU per check'], rates);
    const pairTable = table(['hostile run', 'alone p50', 'with it p50', 'ratio p50', 'p95'], withBombs);
    return `Isolation: ${isolation.name}.\n\n${rateTable}\n\n${pairTable}`;
  },
};

/** Milliseconds for one check. @throws {Error} if it does not pass */
async function timedCheck(folder: string, isolation: Isolation): Promise<number> {
  const start = performance.now();
  const { checks: reports, summary } = await runLoadCheck(folder, isolation);
  const [report] = reports;
  if (reports.length !== 1 || !report?.passed) throw new Error(`the load check did not pass: ${summary}`);
  return performance.now() - start;
}

/** Checks per second with some concurrency, and processor time per check. */
async function rateOf(concurrency: number, check: () => Promise<number>): Promise<[string, string]> {
  let left = checks;
  const before = costOf(process.pid).cpu;
  const start = performance.now();
  const work = async () => {
    while (left-- > 0) await check();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const seconds = (performance.now() - start) / 1000;
  const cpu = costOf(process.pid).cpu - before;
  return [(checks / seconds).toFixed(1), time((cpu / checks) * 1000)];
}

/** Alternates a check alone and a check while a bomb runs, so that changes in the speed of the machine affect both. */
async function pairsOf(
  name: string,
  source: string,
  { isolation, honest }: { isolation: Isolation; honest: () => Promise<number> },
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'service-load-bomb-'));
  try {
    await mkdir(join(folder, 'dist'));
    const manifest = { name: 'n8n-nodes-bomb', version: '1.0.0', n8n: { nodes: ['dist/Bomb.node.js'] } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'dist/Bomb.node.js'), source);
    const { passed } = await runLoadCheck(folder, isolation, { timeout: 5 });
    if (passed) throw new Error(`the bomb did not go off: ${name}`);
    const alone: number[] = [];
    const withBomb: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      alone.push(await honest());
      const done = new AbortController();
      const exploding = runLoadCheck(folder, isolation, { signal: done.signal });
      await delay(fuse);
      withBomb.push(await honest());
      done.abort();
      await exploding;
    }
    const ratios = withBomb.map((took, pair) => took / (alone[pair] ?? Number.NaN));
    const times = (share: number) => `${quantile(ratios, share).toFixed(2)} ×`;
    return [name, time(quantile(alone, 0.5)), time(quantile(withBomb, 0.5)), times(0.5), times(0.95)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
