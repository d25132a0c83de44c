import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reasonOf } from '../../kernel/errors.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { type Comparison, compare } from './compare.ts';
import { type Checkout, findCheckouts } from './find-checkouts.ts';
import { readJudgedProjects } from './judgment-file.ts';
import { operationsText } from './operations-text.ts';
import { codesText, isFailure, judgmentsToWrite, projectText } from './summary.ts';
import { commitOf, verifyCheckout } from './verify-checkout.ts';

/**
 * Verifies real projects and holds what is found against what people judged: `npm run real-projects -- <folder of
 * checkouts> [name …]`. Ends with 1 when a finding that was judged wrong is told, when a right one is not, or when a
 * project that was judged could not be compared. README.md says how to judge.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { unjudged: { type: 'boolean' }, operations: { type: 'boolean' } },
});
const [folder, ...wanted] = positionals;
if (folder === undefined)
  throw new Error('npm run real-projects -- <folder of checkouts> [--unjudged] [--operations] [name …]');

const judged = await readJudgedProjects(fileURLToPath(new URL('judgments/', import.meta.url)));
const checkouts = (await findCheckouts(folder, judged)).filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const comparisons: Comparison[] = [];
const checks: CheckReport[] = [];
const failed: string[] = [];
for (const checkout of checkouts) {
  const comparison = await compared(checkout).catch((error: unknown) => reasonOf(error));
  if (typeof comparison === 'string') {
    failed.push(checkout.name);
    console.log(`${checkout.name}: not compared: ${comparison}`);
    continue;
  }
  comparisons.push(comparison);
  if (isFailure(comparison)) failed.push(checkout.name);
  console.log(
    values.unjudged ? `# ${checkout.name}\n${judgmentsToWrite(comparison)}` : projectText(checkout.name, comparison),
  );
}
const different = (kind: 'load' | 'types') => comparisons.filter((comparison) => comparison[kind].differs).length;
console.log(`\n${codesText(comparisons)}\n`);
console.log(`${comparisons.length} projects; load differs on ${different('load')}, types on ${different('types')}`);
if (values.operations) console.log(operationsText(checks));
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function compared({ root, folder, judged }: Checkout): Promise<Comparison> {
  if (judged !== undefined) {
    const commit = await commitOf(root);
    if (commit !== judged.commit) throw new Error(`${commit} is checked out, ${judged.commit} was judged`);
  }
  const reports = await verifyCheckout(folder);
  checks.push(...reports);
  return compare(reports, judged);
}
