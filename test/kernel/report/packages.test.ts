import { expect, it } from 'vitest';
import { packagesHtml } from '../../../cloud/pages/packages-report-page.ts';
import { type PackagesReport, packagesJson, packagesMarkdown } from '../../../kernel/report/packages.ts';
import type { Verification } from '../../../kernel/result.ts';

const finding = (code: string, severity: 'error' | 'warning') => ({ code, severity, message: `breaks ${code}` });
const verification = (status: 'success' | 'failed', findings: ReturnType<typeof finding>[]): Verification => ({
  projectType: 'n8n-node',
  packageName: 'p',
  packageVersion: '1.2.3',
  status,
  passed: status === 'success',
  summary: 'a | <b>summary</b>',
  checks: [{ name: 'nodes', title: 'Nodes', passed: status === 'success', findings, duration: 1 }],
});
const report: PackagesReport = {
  batch: 'weekly',
  passed: 1,
  failed: 1,
  withoutVerdict: 1,
  packages: [
    {
      packageRef: 'one',
      runId: 'a',
      link: 'https://example.com/runs/a?token="b',
      verification: verification('failed', [finding('x', 'error'), finding('x', 'error'), finding('y', 'warning')]),
    },
    { packageRef: 'two', runId: 'b', verification: verification('success', [finding('y', 'warning')]) },
    { packageRef: 'three', code: 'INSUFFICIENT_CREDITS' },
  ],
};

it('has every result with its findings as JSON', () => {
  const { packages, ...totals } = JSON.parse(packagesJson(report));
  expect(totals).toEqual({ batch: 'weekly', passed: 1, failed: 1, withoutVerdict: 1 });
  expect(packages[0]).toMatchObject({
    packageRef: 'one',
    status: 'failed',
    checks: [{ findings: [{ code: 'x' }, {}, {}] }],
  });
  expect(packages[2]).toEqual({ packageRef: 'three', code: 'INSUFFICIENT_CREDITS' });
});

it('counts packages and rules in Markdown, and shows their text as text', () => {
  const lines = packagesMarkdown(report).split('\n');
  expect(lines).toContain(
    '| failed | <a href="https&#58;//example.com/runs/a?token=&quot;b">one</a> | 1.2.3 | 2 | 1 | a &#124; &lt;b>summary&lt;/b> |',
  );
  expect(lines).toContain('| no run | three |  | 0 | 0 | INSUFFICIENT&#95;CREDITS |');
  // The rule of more packages comes first.
  expect(lines.slice(-3)).toEqual(['| warning | <code>y</code> | 2 | 2 |', '| error | <code>x</code> | 1 | 2 |', '']);
});

it('is a page without links that are not of the web', () => {
  const page = packagesHtml({ ...report, packages: [{ packageRef: '<i>', link: 'javascript:alert(1)' }] });
  expect(page).toContain('<th scope="row">&#60;i&#62;</th>');
  expect(page).not.toContain('javascript:');
  expect(packagesHtml(report)).toContain('<td><span class="status failed">failed</span></td><td>1.2.3</td><td>2</td>');
});
