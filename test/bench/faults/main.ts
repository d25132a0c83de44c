import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { untilInterrupted } from '../cluster/until-interrupted.ts';
import { type Figure, figures, isFigure } from './figures.ts';

/**
 * `npm run bench:faults` checks that acknowledged runs survive failures of processes, networks and the database.
 * `-- --seed 7` replays a plan, `--only soak,drain` runs some parts, `--keep folder` keeps the logs.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '200' },
    only: { type: 'string', default: Object.keys(figures).join() },
    keep: { type: 'string' },
  },
});

const wholeNumber = (name: string, text: string) => {
  if (!/^\d+$/.test(text)) throw new Error(`Invalid --${name} "${text}": it must be a whole number`);
  return Number(text);
};

await untilInterrupted(async (signal) => {
  const size = {
    seed: wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000)),
    runs: wholeNumber('runs', values.runs),
    faults: wholeNumber('faults', values.faults),
  };
  const parts = values.only.split(',').map((name) => {
    if (!isFigure(name)) throw new Error(`Unknown part: ${name}. Known parts: ${Object.keys(figures).join(', ')}`);
    return name;
  });
  console.log(`seed ${size.seed}, ${size.runs} runs, ${size.faults} faults; Node.js ${process.version}`);
  console.log(`${availableParallelism()} cores; replay with --seed ${size.seed}\n`);
  const rows: (Figure & { command: string })[] = [];
  for (const name of parts) {
    const folder = values.keep === undefined ? await mkdtemp(join(tmpdir(), 'service-faults-')) : resolve(values.keep);
    const own = join(folder, name);
    await mkdir(own, { recursive: true });
    const started = performance.now();
    try {
      const log = (text: string) => console.log(`${name}: ${text}`);
      const measured = await figures[name]({ ...size, folder: own, signal, log });
      rows.push(...measured.map((figure) => ({ ...figure, command: `npm run bench:faults -- --only ${name}` })));
    } finally {
      if (values.keep === undefined) await rm(folder, { recursive: true });
    }
    console.log(`${name}: took ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  }
  console.log('| figure | goal | measured | command |\n|---|---|---|---|');
  for (const { what, goal, measured, met, command } of rows) {
    console.log(`| ${what} | ${goal} | ${measured}${met ? '' : ' **(missed)**'} | \`${command}\` |`);
  }
  return rows.every(({ met }) => met) ? 0 : 1;
});
