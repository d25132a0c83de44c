import { expect, it } from 'vitest';
import { compareFindings } from '../../kernel/compare-findings.ts';
import type { Finding } from '../../kernel/finding.ts';
import type { CheckReport } from '../../kernel/result.ts';

const finding = (code: string, more: Partial<Finding> = {}): Finding => ({
  code,
  severity: 'error',
  message: code,
  ...more,
});
const report = (...findings: Finding[]): CheckReport[] => [
  { name: 'c', title: 'C', passed: findings.length === 0, findings, duration: 1 },
];

it('findings come, go and stay, also when their line moves', () => {
  const [gone, here, fresh] = [finding('gone'), finding('here', { line: 3 }), finding('fresh')];
  const moved = { ...here, line: 9 };
  expect(compareFindings(report(gone, here), report(moved, fresh))).toEqual({
    came: [fresh],
    went: [gone],
    stayed: [moved],
  });
});

it('a finding in another file is another one', () => {
  const [one, other] = [finding('x', { file: 'a.ts' }), finding('x', { file: 'b.ts' })];
  expect(compareFindings(report(one), report(other))).toEqual({ came: [other], went: [one], stayed: [] });
});

it('counts how often the same finding occurs', () => {
  const twice = [finding('x', { line: 1 }), finding('x', { line: 2 })];
  expect(compareFindings(report(finding('x')), report(...twice))).toMatchObject({ came: [{}], went: [], stayed: [{}] });
  expect(compareFindings(report(...twice), report(finding('x')))).toMatchObject({ came: [], went: [{}], stayed: [{}] });
});
