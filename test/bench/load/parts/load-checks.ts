import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseIsolation, type Isolation } from '../../../../runner/sandbox/isolation.ts';
import { quantile, table, time } from '../distribution.ts';
import { checkLoading } from '../load-check.ts';
import type { Part } from '../part.ts';
import { builtPassingNode } from '../passing-node.ts';
import { costOf } from '../process-cost.ts';

const checks = 60;
const pairs = 15;
/** Milliseconds after which a bomb has surely begun. */
const fuse = 300;

/** Each of these takes all that it can get until it is ended. */
const bombs: Readonly<Record<string, string>> = {
  'threads that compute': `
    const { Worker } = require('node:worker_threads');
    for (let thread = 0; thread < 16; thread++) new Worker('for (;;) {}', { eval: true });
    for (;;) {}`,
  'memory without end': 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));',
  'output without end': "for (;;) require('node:fs').writeSync(1, 'x'.repeat(1 << 16));",
};

/** The `load` check of a small real node in the sandbox: how often a second, and how long beside a bomb. */
export const loadChecks: Part = {
  name: 'load-checks',
  title: 'The load check of a small real node, as published',
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
    for (const many of new Set([1, availableParallelism(), 2 * availableParallelism()])) {
      rates.push([many, ...(await rateOf(many, honest))]);
    }
    const beside = [];
    for (const [name, source] of Object.entries(bombs)) beside.push(await pairsOf(name, source, { isolation, honest }));
    const rateTable = table(['at a time', 'load checks a second', 'CPU a check'], rates);
    const pairTable = table(['hostile run', 'alone p50', 'with it p50', 'ratio p50', 'p95'], beside);
    return `In ${isolation.name}.\n\n${rateTable}\n\n${pairTable}`;
  },
};

/** Milliseconds of one check. @throws {Error} when it does not pass */
async function timedCheck(folder: string, isolation: Isolation): Promise<number> {
  const start = performance.now();
  const { checks: reports, summary } = await checkLoading(folder, isolation);
  const [report] = reports;
  if (reports.length !== 1 || !report?.passed) throw new Error(`the load check did not pass: ${summary}`);
  return performance.now() - start;
}

/** Checks a second, so many at a time, and what each took of the processor. */
async function rateOf(many: number, check: () => Promise<number>): Promise<[string, string]> {
  let left = checks;
  const before = costOf(process.pid).cpu;
  const start = performance.now();
  const work = async () => {
    while (left-- > 0) await check();
  };
  await Promise.all(Array.from({ length: many }, work));
  const seconds = (performance.now() - start) / 1000;
  const cpu = costOf(process.pid).cpu - before;
  return [(checks / seconds).toFixed(1), time((cpu / checks) * 1000)];
}

/** One check alone and one beside a bomb, in turn, so that a machine that slows down slows both. */
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
    const { passed } = await checkLoading(folder, isolation, { timeout: 5 });
    if (passed) throw new Error(`the bomb did not go off: ${name}`);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      alone.push(await honest());
      const done = new AbortController();
      const exploding = checkLoading(folder, isolation, { signal: done.signal });
      await delay(fuse);
      beside.push(await honest());
      done.abort();
      await exploding;
    }
    const ratios = beside.map((took, pair) => took / (alone[pair] ?? Number.NaN));
    const times = (share: number) => `${quantile(ratios, share).toFixed(2)} ×`;
    return [name, time(quantile(alone, 0.5)), time(quantile(beside, 0.5)), times(0.5), times(0.95)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
