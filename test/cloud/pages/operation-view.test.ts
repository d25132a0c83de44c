import { expect, it } from 'vitest';
import { isFiltered, operationsView } from '../../../cloud/pages/operation-view.ts';
import type { CheckReport, Operation } from '../../../kernel/result.ts';

const operation = (more: Partial<Operation> = {}): Operation => ({
  node: 'acme',
  version: 1,
  resource: 'order',
  operation: 'get',
  outcome: 'exercised',
  requests: [{ method: 'GET', url: 'https://api.acme.example/{orderId}', credential: 'acmeApi' }],
  output: '3 items, paired',
  ...more,
});
const checks = (operations: Operation[]): CheckReport[] => [
  { name: 'behaviour', title: 'B', passed: true, operations, findings: [], duration: 0 },
];

it('shows what each operation sends and returns, by node', () => {
  const text = operationsView(checks([operation(), operation({ node: 'acmeTrigger' })]))?.text ?? '';
  expect(text).toContain('2 of 2 operations exercised');
  expect(text).toMatch(/<details class="node" open><summary><h3>acme v1<\/h3>[\s\S]*<h3>acmeTrigger v1<\/h3>/);
  expect(text).toMatch(/<th scope="row">.* order: get<\/th>\n<td>output: 3 items, paired<\/td>/);
  expect(text).toContain('<code>GET https://api.acme.example/{orderId}</code> <span>acmeApi</span>');
});

it('shows why an operation was not exercised', () => {
  const left = operation({ outcome: 'not exercised', reason: 'it asks for a <file>', requests: [] });
  const text = operationsView(checks([left]))?.text ?? '';
  expect(text).toContain('aria-label="Not exercised"');
  expect(text).toContain('<td>it asks for a &#60;file&#62;</td>');
});

it('shows a limited number, and links to the others', () => {
  const requests = Array.from({ length: 30 }, (_, index) => ({ method: 'GET', url: `https://a.example/${index}` }));
  const text = operationsView(checks(Array.from({ length: 1_000 }, () => operation({ requests }))))?.text ?? '';
  expect(text).toContain('600 more operations in the JSON report.');
  expect(text).toContain('<li>25 more requests</li>');
  expect(Buffer.byteLength(text)).toBeLessThan(300_000);
  expect(text).toContain('<details class="node"><summary>');
});

it('offers a filter for many operations', () => {
  expect(isFiltered(checks([operation()]))).toBe(false);
  expect(isFiltered(checks(Array.from({ length: 10 }, () => operation())))).toBe(true);
  expect(operationsView(checks(Array.from({ length: 10 }, () => operation())))?.text).toContain('type="search"');
});

it('is absent from runs without operations', () => {
  expect(operationsView(checks([]))).toBeUndefined();
});
