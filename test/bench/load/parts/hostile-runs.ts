import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processesOf, usageOf } from '../../../../runner/process-tree.ts';
import { pacedRequest } from '../../cluster/paced-plugin.ts';
import type { LoadClient } from '../client.ts';
import { bytes, medianAndTail, table, time } from '../distribution.ts';
import { startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { passingNodeRequests } from '../passing-node.ts';
import { createRuns, endsOf } from '../runs.ts';

const hostile = 20;
/** Seconds. */
const timeout = 30;
const creates = 100;
/** Milliseconds between creates, and between samples of the resource usage. */
const interval = 250;
const body = JSON.stringify(pacedRequest({ steps: 1, milliseconds: 1, errors: 0 }));

/** Each uses up a resource when its package is loaded or analysed. */
const bombs: Readonly<Record<string, string>> = {
  'endless loop': 'for (;;) {}',
  'heap memory': 'const all: unknown[] = []; for (;;) all.push(new Array(1e6).fill(all.length));',
  'memory outside of the heap':
    'const all: unknown[] = []; for (;;) all.push((globalThis as any).Buffer.alloc(1 << 24, 1));',
  'endless output': "for (;;) (globalThis as any).process.stdout.write('x'.repeat(1 << 16));",
  'endless files':
    "for (let n = 0; ; n++) try { (globalThis as any).process.getBuiltinModule('fs').symlinkSync('x', '/tmp/' + n); } catch {}",
  'endless types': `type Deep<T, N extends number, A extends unknown[] = []> = A['length'] extends N ? T : Deep<T | [T], N, [...A, T]>;
    export type All = [${Array.from({ length: 40 }, (_, n) => `Deep<${n}, ${900 + n}>`).join(', ')}];`,
  'long expressions': `export const long = ${Array.from({ length: 40_000 }, (_, n) => `'a${n}'`).join(' + ')};`,
};

/** The latency of creates while hostile runs are verified, and the peak resource usage of such a run. */
export const hostileRuns: Part = {
  name: 'hostile-runs',
  title: `Creates during ${hostile} concurrent hostile runs: 1 server, 2 workers with ${hostile / 2} slots each`,
  async measure(signal) {
    const bodyOf = await passingNodeRequests();
    const kinds = Object.values(bombs);
    await using loaded = await startLoaded({ servers: 1, workers: 2, slots: hostile / 2 }, signal);
    const { cluster, client, urls } = loaded;
    const url = urls[0] ?? '';
    await createRuns(client, urls, { runs: 20, clients: 4, body });
    const alone = await pacedCreates(client, url, signal);
    const withBomb = (run: number) => hostileRequest(bodyOf(run), kinds[run % kinds.length] ?? '');
    const started = performance.now();
    const made = await createRuns(client, urls, { runs: hostile, clients: hostile, body: withBomb });
    const all = new AbortController();
    const worst = peakUsage(
      cluster.workers.map(({ pid }) => pid),
      AbortSignal.any([signal, all.signal]),
    );
    const during = await pacedCreates(client, url, signal);
    const ends = await endsOf(cluster.database, made);
    all.abort();
    const { memory, processes } = await worst;
    const rows = [
      ['alone', ...medianAndTail(alone)],
      [`during ${hostile} hostile runs`, ...medianAndTail(during)],
    ];
    const took = time(performance.now() - started);
    const statuses = Object.entries(ends.statuses).map(([status, count]) => `${count} ${status}`);
    return `${table([`${creates} creates, one every ${interval} ms`, 'p50', 'p95'], rows)}

The hostile runs (${Object.keys(bombs).join(', ')}) ended after ${took}: ${statuses.join(', ')}. The peak of a single run was ${bytes(memory)} of memory
and ${processes} processes.`;
  },
};

/** @returns milliseconds for each create */
async function pacedCreates(client: LoadClient, url: string, signal: AbortSignal): Promise<number[]> {
  const sent: Promise<{ took: number }>[] = [];
  for (let create = 0; create < creates; create++) {
    sent.push(client.create(url, body));
    await delay(interval, undefined, { signal });
  }
  return (await Promise.all(sent)).map(({ took }) => took);
}

function hostileRequest(request: string, bomb: string): string {
  const project: { timeout?: number; files: { path: string; content: string }[] } = JSON.parse(request);
  project.timeout = timeout;
  const node = project.files.find(({ path }) => path.endsWith('.node.ts'));
  if (!node) throw new Error('The project has no node');
  node.content += `\n${bomb}\n`;
  return JSON.stringify(project);
}

/**
 * Peak resource usage of a single run. Samples one run at a time, because the client that measures creates waits meanwhile.
 * @param signal stops sampling
 */
async function peakUsage(workers: readonly number[], signal: AbortSignal) {
  const worst = { memory: 0, processes: 0 };
  while (!signal.aborted) {
    for (const judge of judgesOf(workers)) {
      const processes = processesOf(judge);
      worst.memory = Math.max(worst.memory, usageOf(processes).memory);
      worst.processes = Math.max(worst.processes, processes.length);
      await delay(interval, undefined, { signal }).catch(() => {});
    }
    await delay(interval, undefined, { signal }).catch(() => {});
  }
  return worst;
}

function judgesOf(workers: readonly number[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return workers.includes(parent) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('judge-program');
      } catch {
        return false;
      }
    })
    .map(Number);
}
