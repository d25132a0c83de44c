import { expect, test } from 'vitest';
import type { CheckReport, Operation } from '../../kernel/result.ts';
import { operationsText } from './operations-text.ts';

const row = (more: Partial<Operation>): Operation => ({
  ...{ node: 'acme', version: 1, outcome: 'not exercised', requests: [] },
  ...more,
});

test('reasons that differ by names and values are counted together', () => {
  const operations = [
    row({ outcome: 'exercised' }),
    row({ reason: 'it cannot use the simulated responses: no order' }),
    row({ reason: 'it rejects the values: "a" is not among 3' }),
    row({ reason: 'it rejects the values: "b" is not among 12' }),
    row({ kind: 'poll', reason: 'it emits nothing' }),
  ];
  const check: CheckReport = {
    ...{ name: 'behaviour', title: 'Behaviour', status: 'passed', findings: [], passed: true, duration: 1 },
    operations,
  };
  expect(operationsText([check]).split('\n')).toEqual([
    '1 of 4 operations, 0 of 1 other parts exercised',
    '     2 it rejects the values: "*" is not among *',
    '     1 it cannot use the simulated responses: no order',
    '     1 poll: it emits nothing',
  ]);
});
