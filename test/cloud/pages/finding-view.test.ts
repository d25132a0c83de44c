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
const rulesOf = (text: string) => text.match(/<li class="finding \w+">/g);

it('shows a rule once, with five findings in full and the locations of the others file by file', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    finding({ file: index < 6 ? 'a.ts' : 'z<b>.ts', line: index + 1, fix: 'Do it.' }),
  );
  const text = view([...many, finding({ code: 'other' })]);
  expect(rulesOf(text)).toHaveLength(2);
  expect(text).toContain('<span>300 findings</span>');
  expect(text).not.toContain('<details open>');
  expect(text.match(/<figcaption>/g)).toHaveLength(5);
  expect(text).toContain('<summary>295 more</summary>');
  expect(text).toContain('<li><code>a.ts:6</code></li>');
  expect(text).toContain('<code>z&#60;b&#62;.ts:7, 8, 9, ');
  expect(text.match(/<b>Fix<\/b>/g)).toHaveLength(1);
  expect(text).not.toContain('in the reports');
});

it('shows errors before warnings', () => {
  const text = view([finding({ code: 'a', severity: 'warning' }), finding({ code: 'b' })]);
  expect(rulesOf(text)).toEqual(['<li class="finding error">', '<li class="finding warning">']);
});

it('shows the message and the fix of each finding that has its own', () => {
  const text = view([
    finding({ fix: 'Write x.' }),
    finding({ fix: 'Write x.' }),
    finding({ message: 'Other', fix: 'y' }),
  ]);
  expect(text.match(/It is wrong/g)).toHaveLength(1);
  expect(text).toContain('<p class="message">Other</p>');
  expect(text).toContain('<details open>');
  expect(text.match(/<b>Fix<\/b>/g)).toHaveLength(3);
});

it('names every rule among hundreds of findings, in less than 300 KB', () => {
  const many = Array.from({ length: 516 }, (_, index) =>
    finding({
      code: index === 300 ? 'the-only-one' : `n8n-nodes-base/rule-${index % 80}`,
      message: `Message of usual length about field number ${index} of the description`,
      file: `nodes/Acme/actions/resource-${index % 40}/description.ts`,
      line: index + 1,
      column: 5,
      evidence: `displayName: 'the label of field ${index}', // and more`,
      evidenceColumn: 5,
      fix: 'Write the label in title case.',
      docs: 'https://docs.example.com/a/path/of/usual/length/for/documentation.md',
    }),
  );
  const text = view(many);
  expect(rulesOf(text)).toHaveLength(81);
  expect(text).toContain('the-only-one');
  expect(Buffer.byteLength(text)).toBeLessThan(300_000);
});

it('leaves the locations of thousands of findings to the reports', () => {
  const text = view(Array.from({ length: 2_500 }, (_, index) => finding({ file: 'a.ts', line: index + 1 })));
  expect(text).toContain('<summary>2,495 more</summary>');
  expect(text).toContain('495 more findings in the reports.');
});
