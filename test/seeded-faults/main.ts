import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { baseNames, baseProject } from './base-projects.ts';
import { areas, type Fault } from './fault.ts';
import { faults } from './faults.ts';
import { isRight, judge, type Outcome, shown } from './judge.ts';
import { missed } from './missed.ts';
import { openVerifier } from './verify-texts.ts';

/**
 * `npm run seeded-faults -- [--only <text>]… [--verbose]`: makes each fault in its base project, verifies it, and prints how
 * many are told of at their place, by area. Fails below the bars.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    verbose: { type: 'boolean' },
    bases: { type: 'boolean' },
  },
});

await using verifier = await openVerifier();
const outcomes: Outcome[] = [];
async function basesAreSound(): Promise<boolean> {
  let sound = true;
  for (const name of baseNames) {
    const { findings } = await verifier.verify(await baseProject(name));
    if (findings.length === 0) continue;
    sound = false;
    console.log(`${name} is not sound:\n  ${findings.map(shown).join('\n  ')}`);
  }
  return sound;
}

async function judgeAll(): Promise<void> {
  const chosen = areas.flatMap((area) =>
    faults[area]
      .filter(({ name }) => values.only.some((text) => `${area}: ${name}`.includes(text)))
      .map((fault) => ({ area, fault })),
  );
  const waiting = chosen[Symbol.iterator]();
  const work = async () => {
    for (const { area, fault } of waiting) {
      try {
        outcomes.push(...(await judge([{ area, fault }], verifier)));
      } catch (error) {
        // A base project has changed under it.
        console.log(`${area}: ${fault.name} can not be made: ${error instanceof Error ? error.message : error}`);
        process.exitCode = 1;
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

function print(): void {
  for (const outcome of outcomes) {
    const { area, fault, told, passes, alone, findings, skipped } = outcome;
    const name = `${area}: ${fault.name}`;
    if (isRight(outcome) === missed.has(name)) {
      process.exitCode = 1;
      console.log(`${name} ${isRight(outcome) ? 'is no longer missed' : 'is missed'}`);
    }
    if (isRight(outcome) && !values.verbose) continue;
    const flaws = [!told && 'NOT TOLD', passes && 'PASSES', told && !alone && 'NOT ALONE'].filter(Boolean).join(', ');
    console.log(`${name} (${fault.base}) ${flaws}\n  expected ${expected(fault)}`);
    for (const finding of findings) console.log(`  ${shown(finding)}`);
    for (const skip of skipped) console.log(`  ${skip}`);
  }
  const rows = [...areas.map((area) => ({ area, of: outcomes.filter((one) => one.area === area) })), all()];
  for (const { area, of } of rows.filter((row) => row.of.length > 0)) {
    const blocking = of.filter(({ fault }) => fault.blocks);
    const told = of.filter((one) => one.told);
    console.log(
      `${area.padEnd(14)} ${share(told, of)} told, ${share(
        blocking.filter(({ passes }) => passes),
        blocking,
      )} of those that block pass, ${share(
        told.filter(({ alone }) => alone),
        told,
      )} by one code`,
    );
  }
}

const all = () => ({ area: 'all', of: outcomes });

const expected = ({ expect: { code, file = '', at } }: Fault) =>
  `${code} ${file}${at === undefined ? '' : ` at ${JSON.stringify(at)}`}`;

function share(some: readonly Outcome[], of: readonly Outcome[]): string {
  const percent = of.length === 0 ? 100 : (100 * some.length) / of.length;
  return `${String(some.length).padStart(3)}/${String(of.length).padEnd(3)} ${percent.toFixed(0).padStart(3)} %`;
}

if (!(await basesAreSound())) process.exitCode = 1;
if (!values.bases) {
  await judgeAll();
  print();
}
