import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Runs every benchmark of this folder, or those that are named: `npm run bench -- sandbox-cost`. */
const folder = import.meta.dirname;
const own = ['bench.ts', 'generate-project.ts'];
const wanted = process.argv.slice(2);
const benchmarks = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !own.includes(name))
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace(/\.ts$/, '')));
if (benchmarks.length === 0) throw new Error(`There is no benchmark named ${wanted.join(', ')}`);
for (const name of benchmarks) {
  console.log(`# ${name}`);
  const { status } = spawnSync(process.execPath, [join(folder, name)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
