import { afterAll, describe, test } from 'vitest';
import { chooseIsolation } from '../../runner/sandbox/isolation.ts';
import { manifests } from './rows/manifests.ts';
import { sources } from './rows/sources.ts';
import { runRow } from './run-row.ts';
import { useWatch } from './watch.ts';
import { checkNames } from './whole-run.ts';

const watch = useWatch();
const isolation = await chooseIsolation();
afterAll(() => isolation.close?.());

describe.concurrent.each([
  { what: 'manifest', rows: manifests },
  { what: 'source', rows: sources },
])(`a hostile $what, under ${isolation.name}`, ({ rows }) => {
  test.each(rows)('$name', async (row) => {
    const checks = checkNames(row.mode).filter((name) => row.operations || name !== 'behaviour');
    await runRow(row, { isolation, watch, checks });
  });
});

watch.watched();
