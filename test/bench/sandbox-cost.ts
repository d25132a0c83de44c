import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { limitsOf } from '../../runner/sandbox/limits.ts';
import { nodeArguments } from '../../runner/sandbox/node-arguments.ts';
import { runChild } from '../../runner/sandbox/run-child.ts';
import { isolations, note } from '../runner/sandbox/isolations.ts';

/** Compares the start of an empty program in the sandbox with that of a plain child process. */
const pairs = 31;
const program = new URL('../../runner/sandbox/probe-program.ts', import.meta.url);
const bootstrap = new URL('../../runner/sandbox/bootstrap-program.ts', import.meta.url);

async function plainChild(): Promise<number> {
  const start = performance.now();
  const outcome = await runChild(
    { file: process.execPath, args: [...nodeArguments('untrusted'), fileURLToPath(bootstrap)] },
    {
      request: { program: program.href, place: { project: '/', scratch: '/' } },
      input: null,
      limits: limitsOf.untrusted,
      timeout: 20,
    },
  );
  return since(start, outcome);
}

function since(start: number, { kind }: SandboxOutcome): number {
  if (kind !== 'done') throw new Error(`unexpected outcome: ${kind}`);
  return performance.now() - start;
}

const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
const ms = (time: number) => `${time.toFixed(1)} ms`;

console.log(`${pairs} pairs, Node.js ${process.version}, ${availableParallelism()} cores`);
if (note !== undefined) console.log(`not measured: ${note}`);
const folder = await mkdtemp(join(tmpdir(), 'sandbox-cost-'));
try {
  for (const isolation of isolations) {
    const sandbox = isolation.sandbox({ folder });
    const sandboxed = async () => {
      const start = performance.now();
      return since(start, await sandbox.run({ program, input: null, profile: 'untrusted', timeout: 20 }));
    };
    // Warm-up.
    await plainChild();
    await sandboxed();
    const plain: number[] = [];
    const inside: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      plain.push(await plainChild());
      inside.push(await sandboxed());
    }
    const costs = inside.map((time, pair) => time - (plain[pair] ?? Number.NaN));
    console.log(
      `${isolation.name}: ${ms(median(costs))} per start (median; ${ms(median(inside))} sandboxed, ${ms(median(plain))} plain)`,
    );
    await isolation.close?.();
  }
} finally {
  await rm(folder, { recursive: true });
}
