import { expect, it } from 'vitest';
import { compatibilityView } from '../../../cloud/pages/compatibility-view.ts';
import { htmlReport } from '../../../cloud/pages/report-page.ts';
import { markdownReport } from '../../../kernel/report/markdown.ts';
import type { CheckReport, Compatibility } from '../../../kernel/result.ts';

const table: Compatibility = {
  host: 'n8n',
  releases: ['1.123.81', '2.41.3'],
  rows: [
    { name: 'n8n-workflow', results: ['1.120.0', '2.41.0'] },
    { name: 'ac<me', results: ['fails to load', 'loads'] },
  ],
  omitted: 2,
  changes: [{ release: '2.41.3', name: 'ac<me', before: 'fails to load', now: 'loads' }],
};
const checks = (compatibility?: Compatibility): CheckReport[] => [
  {
    name: 'compatibility',
    title: 'C',
    passed: true,
    findings: [],
    duration: 0,
    ...(compatibility && { compatibility }),
  },
];
const run = (compatibility?: Compatibility) => ({
  runId: 'run-1',
  creditsUsed: 0,
  rules: new Map(),
  verification: {
    projectType: 'n8n-node',
    packageName: 'acme',
    status: 'success' as const,
    passed: true,
    summary: 'S',
    checks: checks(compatibility),
  },
});

it('shows a column for each release, and what changed between two', () => {
  const text = compatibilityView(checks(table))?.text ?? '';
  expect(text).toContain('<th scope="col">n8n</th><th scope="col">1.123.81</th><th scope="col">2.41.3</th>');
  expect(text).toContain(
    '<tr><th scope="row">ac&#60;me</th><td data-column="n8n 1.123.81">fails to load</td><td data-column="n8n 2.41.3">loads</td></tr>',
  );
  expect(text).toContain('<li>in n8n 2.41.3: ac&#60;me loads (before: fails to load)</li>');
  expect(text).toContain('2 more rows');
});

it('is absent where nothing was compared', () => {
  expect(compatibilityView(checks())).toBeUndefined();
  expect(markdownReport(run())).not.toContain('n8n');
});

it('is in the HTML and the Markdown report', () => {
  expect(htmlReport(run(table))).toContain(compatibilityView(checks(table))?.text);
  const markdown = markdownReport(run(table));
  expect(markdown).toContain('| n8n | 1.123.81 | 2.41.3 |\n|---|---|---|\n| n8n-workflow | 1.120.0 | 2.41.0 |\n');
  expect(markdown).toContain('| ac&lt;me | fails to load | loads |');
  expect(markdown).toContain('- in n8n 2.41.3&#58; ac&lt;me loads (before&#58; fails to load)');
});
