import { expect, it } from 'vitest';
import { operationLines } from '../../../cli/render/operation-lines.ts';
import { Terminal } from '../../../cli/terminal.ts';
import type { CheckReport, Operation } from '../../../kernel/result.ts';
import { sink } from './sink.ts';

const terminal = new Terminal(sink(), sink(), { NO_COLOR: '1' });
const operation = (more: Partial<Operation> = {}): Operation => ({
  node: 'acme',
  version: 1,
  outcome: 'exercised',
  requests: [],
  ...more,
});
const check = (operations?: Operation[]): CheckReport => ({
  name: 'behaviour',
  title: 'B',
  passed: true,
  ...(operations && { operations }),
  findings: [],
  duration: 0,
});
const unexercised = (reason: string, more: Partial<Operation> = {}) =>
  operation({ outcome: 'not exercised', reason, ...more });

it('counts operations, and names the most frequent reasons for those that were not exercised', () => {
  const operations = [
    operation(),
    unexercised('a'),
    unexercised('b'),
    unexercised('b'),
    unexercised('c'),
    unexercised('d'),
  ];
  expect(operationLines([check(operations), check()], terminal, false)).toEqual([
    '1 of 6 operations exercised; not exercised: 2 × b; a; c; 1 other reason',
    '',
  ]);
  expect(operationLines([check([operation()])], terminal, false)).toEqual(['1 of 1 operations exercised', '']);
});

it('lists requests and output by node in the table', () => {
  const requests = [{ method: 'GET', url: 'https://api.acme.example/orders/{orderId}', credential: 'acmeApi' }];
  const operations = [
    operation({ resource: 'order', operation: 'get', requests, output: '3 items, paired' }),
    unexercised('it asks for a file', { resource: 'order', operation: 'upload' }),
    operation({ node: 'acmeTrigger', output: '1 item' }),
  ];
  expect(operationLines([check(operations)], terminal, true)).toEqual([
    'acme v1',
    '  ✓ order: get  output: 3 items, paired',
    '      GET https://api.acme.example/orders/{orderId} with acmeApi',
    '  - order: upload  not exercised: it asks for a file',
    '',
    'acmeTrigger v1',
    '  ✓ execute  output: 1 item',
    '',
    '2 of 3 operations exercised; not exercised: it asks for a file',
    '',
  ]);
});

it('adds nothing to runs without operations, but answers who asks for the table', () => {
  expect(operationLines([check()], terminal, false)).toEqual([]);
  expect(operationLines([check()], terminal, true)).toEqual(['No operations were run', '']);
});

it('prints text of the project as text', () => {
  const lines = operationLines([check([operation({ operation: 'a\u001b[2J\nb', output: '\u202e' })])], terminal, true);
  expect(lines.join('')).not.toMatch(/[\u001b\u202e]/);
  expect(lines).toHaveLength(5);
});
