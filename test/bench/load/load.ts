import { availableParallelism, cpus, totalmem } from 'node:os';
import { untilInterrupted } from '../cluster/until-interrupted.ts';
import type { Part } from './part.ts';
import { burst } from './parts/burst.ts';
import { hostileRuns } from './parts/hostile-runs.ts';
import { loadChecks } from './parts/load-checks.ts';
import { queries } from './parts/queries.ts';
import { queue } from './parts/queue.ts';
import { realRuns } from './parts/real-runs.ts';
import { upkeep } from './parts/upkeep.ts';
import { watchers } from './parts/watchers.ts';
import { workers } from './parts/workers.ts';

/**
 * Measures the cloud under load, with real processes and a real PostgreSQL server, and prints Markdown tables. With names of
 * parts as arguments, measures only these: `npm run bench:load -- watchers`. Fails if anything is lost.
 */
const parts: readonly Part[] = [burst, watchers, workers, queue, queries, realRuns, hostileRuns, loadChecks, upkeep];

await untilInterrupted(async (signal) => {
  const wanted = process.argv.slice(2);
  const names = parts.map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}. Known parts: ${names.join(', ')}`);
  console.log(`${machine()}\n`);
  for (const part of parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const start = performance.now();
    const text = await part.measure(signal);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`### ${part.title}\n\n${text}\n\n\`npm run bench:load -- ${part.name}\`, ${seconds} s\n`);
  }
  return 0;
});

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${memory} GiB, Node.js ${process.version}`;
}
