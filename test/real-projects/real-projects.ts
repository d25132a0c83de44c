import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reasonOf } from '../../kernel/errors.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { type Comparison, compare, type Judged } from './compare.ts';
import { type Checkout, findCheckouts } from './find-checkouts.ts';
import { readJudgedPackages, readJudgedProjects } from './judgment-file.ts';
import { operationsText } from './operations-text.ts';
import { codesText, isFailure, judgmentsToWrite, projectText } from './summary.ts';
import { commitOf, verifyCheckout, verifyPackage } from './verify-checkout.ts';

/**
 * Verifies real projects and holds what is found against what people judged: `npm run real-projects -- <folder of
 * checkouts> [name …]`, or `--packages [name …]` for published packages. Ends with 1 when a finding that was judged wrong is told, when a right one is not, or when a
 * project that was judged could not be compared. README.md says how to judge.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { unjudged: { type: 'boolean' }, operations: { type: 'boolean' }, packages: { type: 'boolean' } },
});
const [folder, ...names] = positionals;
if (folder === undefined && !values.packages)
  throw new Error('npm run real-projects -- <folder of checkouts> | --packages [--unjudged] [--operations] [name …]');
const wanted = values.packages ? positionals : names;

const comparisons: Comparison[] = [];
const checks: CheckReport[] = [];
const failed: string[] = [];
for (const { name, reports, judged } of (await subjects()).filter(isWanted)) {
  const comparison = await compared(reports, judged).catch((error: unknown) => reasonOf(error));
  if (typeof comparison === 'string') {
    failed.push(name);
    console.log(`${name}: not compared: ${comparison}`);
    continue;
  }
  comparisons.push(comparison);
  if (isFailure(comparison)) failed.push(name);
  console.log(values.unjudged ? `# ${name}\n${judgmentsToWrite(comparison)}` : projectText(name, comparison));
}
const different = (kind: 'load' | 'types') => comparisons.filter((comparison) => comparison[kind].differs).length;
console.log(`\n${codesText(comparisons)}\n`);
console.log(`${comparisons.length} projects; load differs on ${different('load')}, types on ${different('types')}`);
if (values.operations) console.log(operationsText(checks));
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** What is verified, and held against judgments. */
interface Subject {
  name: string;
  reports(): Promise<readonly CheckReport[]>;
  judged: Judged | undefined;
}

async function subjects(): Promise<Subject[]> {
  if (folder === undefined || values.packages) {
    const file = new URL('packages.yaml', import.meta.url);
    return readJudgedPackages(await readFile(file, 'utf8'), 'packages.yaml').map((judged) => ({
      name: judged.package,
      reports: () => verifyPackage(judged.package),
      judged,
    }));
  }
  const judged = await readJudgedProjects(fileURLToPath(new URL('judgments/', import.meta.url)));
  return (await findCheckouts(folder, judged)).map((checkout) => ({
    name: checkout.name,
    reports: () => verifyAtCommit(checkout),
    judged: checkout.judged,
  }));
}

function isWanted({ name }: Subject): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

async function verifyAtCommit({ root, folder: place, judged }: Checkout): Promise<readonly CheckReport[]> {
  if (judged !== undefined) {
    const commit = await commitOf(root);
    if (commit !== judged.commit) throw new Error(`${commit} is checked out, ${judged.commit} was judged`);
  }
  return verifyCheckout(place);
}

async function compared(reports: Subject['reports'], judged: Judged | undefined): Promise<Comparison> {
  const all = await reports();
  checks.push(...all);
  return compare(all, judged);
}
