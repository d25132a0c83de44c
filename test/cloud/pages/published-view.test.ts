import { expect, it } from 'vitest';
import { htmlReport } from '../../../cloud/pages/report-page.ts';
import { markdownReport } from '../../../kernel/report/markdown.ts';
import type { PublishedComparison } from '../../../kernel/result.ts';

const finding = (code: string) => ({
  code,
  severity: 'error' as const,
  message: `<b>${code}</b>`,
  file: 'nodes/A.ts',
  line: 3,
});
const published: PublishedComparison = {
  version: '1.2.0',
  findings: {
    came: [finding('a-new')],
    went: [finding('an-old')],
    stayed: [finding('a-stayed')],
    notCompared: ['types'],
  },
  files: {
    added: [{ path: 'dist/nodes/New/a-long-name-of-a-node-that-is-new-in-this-version/New.node.js' }],
    removed: [{ path: 'dist/<old>.js', size: 1200 }],
    changed: [{ path: 'package.json', size: 11, before: 9 }],
    notCompared: [],
  },
};
const run = (comparison: PublishedComparison | undefined) => ({
  runId: 'run-1',
  creditsUsed: 0,
  rules: new Map(),
  verification: {
    projectType: 'n8n-node',
    packageName: 'acme',
    status: 'success' as const,
    passed: true,
    summary: 'S',
    checks: [],
    ...(comparison && { published: comparison }),
  },
});

it('lists findings and files that differ, as text', () => {
  const page = htmlReport(run(published));
  expect(page).toContain('<h3>New: 1 finding</h3>');
  expect(page).toContain('<td>changed</td><td>9 → 11</td>');
  expect(page).toContain('<code>dist/&#60;old&#62;.js</code></th><td>removed</td><td>1,200</td>');
  expect(page).toContain('Not compared: types');
  const markdown = markdownReport(run(published));
  expect(markdown).toContain('- new: <code>a-new</code> &lt;b>a-new&lt;/b>\n- gone: <code>an-old</code>');
  expect(markdown).toContain('- removed: <code>dist/&lt;old>.js</code>\n- changed: <code>package.json</code>');
});

it('says why there is no comparison, and nothing of it unless it was asked for', () => {
  expect(htmlReport(run({ notCompared: 'offline' }))).toContain('Not compared with the published version: offline');
  expect(htmlReport(run(undefined))).not.toContain('ublished version');
  expect(markdownReport(run(undefined))).not.toContain('ompared');
});
