import { expect, it } from 'vitest';
import { OtherFindings } from '../../../plugins/n8n-node/superseded.ts';

const lint = 'n8n-nodes-base/node-param-default-missing';
const others = new OtherFindings([
  { code: 'types-error', file: 'nodes/Acme/Acme.node.ts', line: 7, endLine: 9 },
  { code: lint, file: 'nodes/Acme/Acme.node.ts', line: 20 },
]);

it('a finding supersedes those of the same lines', () => {
  expect(others.supersede(['types-error'], { file: 'nodes/Acme/Acme.node.ts', line: 8 })).toBe('error');
  expect(others.supersede(['types-error'], { file: 'nodes/Acme/Acme.node.ts', line: 10 })).toBeUndefined();
  expect(others.supersede(['types-error'], { file: 'nodes/Other/Other.node.ts', line: 8 })).toBeUndefined();
});

it('of an unknown line, the linter may have reported the same, and TypeScript anything', () => {
  expect(others.supersede(['types-error'], undefined)).toBeUndefined();
  expect(others.supersede(['types-error', lint], undefined)).toBe('error');
});
