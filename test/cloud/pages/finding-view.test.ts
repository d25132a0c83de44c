import { expect, it } from 'vitest';
import { findingsView } from '../../../cloud/pages/finding-view.ts';
import type { Finding } from '../../../kernel/finding.ts';

const finding = (more: Partial<Finding>): Finding => ({
  code: 'a-code',
  severity: 'error',
  message: 'It is wrong',
  ...more,
});
const view = (findings: Finding[]) =>
  findingsView([{ name: 'toy', title: 'Toy', passed: false, findings, duration: 0 }]).text;

it('shows a finding of many places once, and names the other places file by file', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    finding({ file: index < 2 ? 'a.ts' : 'z<b>.ts', line: index + 1 }),
  );
  const text = view([...many, finding({ message: 'Another' })]);
  expect(text.match(/<li class="finding error">/g)).toHaveLength(2);
  expect(text).toContain('<summary>299 more of the same</summary>');
  expect(text).toContain('<li><code>a.ts:2</code></li>');
  expect(text).toContain('<code>z&#60;b&#62;.ts:3, 4, 5, ');
  expect(text).not.toContain('in the reports');
});

it('leaves the different findings after the first hundred to the reports', () => {
  const many = Array.from({ length: 130 }, (_, index) => finding({ message: `Field ${index}` }));
  const text = view(many);
  expect(text.match(/<li class="finding error">/g)).toHaveLength(100);
  expect(text).toContain('30 more findings in the reports.');
});
