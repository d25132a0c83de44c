import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { reasonOf } from '../../kernel/errors.ts';
import { openBench } from './measure/open-bench.ts';
import type { Row } from './measure/row.ts';
import { type Measured, tableOf, withTable } from './measure/table.ts';

/**
 * Measures all rows in `rows/` and updates the table in docs/performance.md. With names of rows as arguments, measures and
 * prints only these: `npm run bench -- verify-unchanged-70`. Exits with 1 if a bound is missed.
 */
const page = new URL('../../docs/performance.md', import.meta.url);
const wanted = process.argv.slice(2);

const all = await allRows();
const rows = wanted.length === 0 ? all : all.filter(({ name }) => wanted.includes(name));
const unknown = wanted.filter((name) => !all.some((row) => row.name === name));
if (unknown.length > 0) {
  const names = all.map(({ name }) => name).join(', ');
  throw new Error(`Unknown row: ${unknown.join(', ')}. Known rows: ${names}`);
}

const measured: Measured[] = [];
for (const row of rows) {
  console.error(`${row.name}: ${row.what}`);
  measured.push(await measure(row));
}
const table = `${machine()}\n\n${tableOf(measured)}`;
console.log(table);
if (wanted.length === 0) await writeFile(page, withTable(await readFile(page, 'utf8'), table));
if (measured.some(({ measurement }) => !measurement?.met)) process.exitCode = 1;

/** The rows of all files in `rows/`; the default export of each is a list. */
async function allRows(): Promise<Row[]> {
  const folder = new URL('rows/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const modules = names.map(async (name): Promise<{ default: readonly Row[] }> => import(new URL(name, folder).href));
  return (await Promise.all(modules)).flatMap((module) => module.default);
}

async function measure(row: Row): Promise<Measured> {
  await using bench = await openBench();
  try {
    return { row, measurement: await row.measure(bench) };
  } catch (error) {
    console.error(error);
    return { row, failure: reasonOf(error).split('\n')[0] ?? '' };
  }
}

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${availableParallelism()} cores of ${model}, ${memory} GiB, ${process.platform}, Node.js ${process.version}`;
}
