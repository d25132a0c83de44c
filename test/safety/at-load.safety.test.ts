import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Verification } from '../../kernel/result.ts';
import type { Isolation } from '../../runner/sandbox/isolation.ts';
import { acmePackage } from '../plugins/n8n-node/loader/broken-packages.ts';
import { withShortLimits } from '../plugins/n8n-node/loader/short-limits.ts';
import { isolations, note } from '../runner/sandbox/isolations.ts';
import { atLoad } from './rows/at-load.ts';
import { runRow } from './run-row.ts';
import { useWatch } from './watch.ts';
import { runFolder } from './whole-run.ts';

const watch = useWatch();
/** The one that runs the package, and one that fails whatever it does. */
const checks = ['docs', 'load'];
if (note !== undefined) test.skip(`NOT RUN under bubblewrap: all rows (${note})`, () => {});

describe.each(isolations)('what a node tries when it is loaded, under $name', (isolation) => {
  const impatient: Isolation = { ...isolation, sandbox: (project) => withShortLimits(isolation.sandbox(project)) };
  let faulty: readonly string[];
  beforeAll(async () => {
    // What is found without a node that could be loaded.
    const contents = acmePackage('throw 1;');
    faulty = failedBefore((await runFolder(contents, { isolation, watch, checks, mode: 'package' })).verification);
    expect(faulty).not.toEqual([]);
  });
  afterAll(() => isolation.close?.());

  for (const row of atLoad) {
    const why = row.notHeld?.[isolation.name];
    // The tests of the sandbox prove that it is not held; here it would touch the canary.
    if (why !== undefined) test.skip(`NOT HELD: ${row.name} (${why})`, () => {});
    else {
      test.concurrent(row.name, async () => {
        const { verification } = await runRow(row, {
          isolation: row.endless ? impatient : isolation,
          watch,
          checks,
        });
        // Nothing that it does makes good what is wrong with its files.
        expect(failedBefore(verification)).toEqual(expect.arrayContaining([...faulty]));
      });
    }
  }
});

watch.watched();

/** Checks that failed, but for the one that loads. */
function failedBefore({ checks }: Verification): string[] {
  return checks.filter(({ name, passed }) => !passed && name !== 'load').map(({ name }) => name);
}
