import { expect, it } from 'vitest';
import type { Finding, Rule } from '../../../kernel/finding.ts';
import { comparePublished, publishedText } from '../../../kernel/report/compare-published.ts';
import type { Shipped, Verification } from '../../../kernel/result.ts';

const rule = (code: string, more: Partial<Rule> = {}): [string, { rule: Rule }] => [
  code,
  { rule: { code, title: 'T', severity: 'error', why: 'W', fix: 'F', bad: 'b', good: 'g', ...more } },
];
const rules = new Map([
  rule('ours'),
  rule('ours-icon', { supersededBy: ['lint-'] }),
  rule('lint-icon', { onlyIn: 'sources' }),
  rule('lint-order', { onlyIn: 'sources' }),
  rule('workflow', { onlyIn: 'project' }),
  rule('signature', { onlyIn: 'package' }),
]);
const at = (code: string, file?: string, message = 'm'): Finding => ({
  code,
  severity: 'error',
  message,
  fix: 'not in the comparison',
  ...(file !== undefined && { file, line: 1 }),
});
const run = (findings: Finding[], shipped: Shipped | undefined, more: Partial<Verification> = {}): Verification => ({
  projectType: 'toy',
  packageName: 'acme',
  status: 'failed',
  passed: false,
  summary: '',
  checks: [
    { name: 'all', title: 'A', passed: findings.length === 0, findings, duration: 0, ...(shipped && { shipped }) },
  ],
  ...more,
});
const project: Shipped = {
  files: [
    { path: 'package.json', size: 10, hash: 'new' },
    { path: 'README.md', size: 5, hash: 'same' },
    { path: 'dist/A.node.js', source: 'nodes/A.node.ts' },
    { path: 'dist/New.node.js', source: 'nodes/New.node.ts' },
    { path: 'dist/a.svg', source: 'nodes/a.svg', size: 3, hash: 'svg' },
  ],
  folders: ['dist'],
};
const published: Shipped = {
  files: [
    { path: 'package.json', size: 9, hash: 'old' },
    { path: 'README.md', size: 5, hash: 'same' },
    { path: 'dist/A.node.js', size: 900, hash: 'built' },
    { path: 'dist/Old.node.js', size: 800, hash: 'older' },
    { path: 'dist/a.svg', size: 3, hash: 'svg' },
  ],
};
const compare = (now: Finding[], before: Finding[], more: Partial<Verification> = {}, files = project) =>
  comparePublished(run(now, files, more), run(before, published, { packageVersion: '1.2.0' }), rules);
const named = (findings: readonly { code: string; file?: string }[] = []) =>
  findings.map(({ code, file }) => [code, file].filter(Boolean).join(' '));

it('takes a source and the script that is built of it for one place', () => {
  const { version, findings } = compare(
    [at('ours', 'nodes/A.node.ts', 'nodes/A.node.ts is bad'), at('ours', 'package.json', 'new')],
    [at('ours', 'dist/A.node.js', 'dist/A.node.js is bad'), at('ours', 'README.md', 'old')],
  );
  expect(version).toBe('1.2.0');
  expect(named(findings?.stayed)).toEqual(['ours nodes/A.node.ts']);
  expect(findings?.came).toEqual([{ code: 'ours', severity: 'error', message: 'new', file: 'package.json', line: 1 }]);
  expect(named(findings?.went)).toEqual(['ours README.md']);
  expect(findings?.notCompared).toEqual([]);
});

it('does not call new or gone what the other cannot show', () => {
  const { findings } = compare(
    [
      at('lint-order', 'nodes/A.node.ts'),
      at('workflow'),
      at('ours', 'test/a.test.ts'),
      at('ours', 'package-lock.json'),
    ],
    [at('signature'), at('ours', 'dist/tsconfig.tsbuildinfo'), at('lint-order', 'dist/A.node.js')],
  );
  // The rule of the linter is in the script that is built of the same source.
  expect(named(findings?.stayed)).toEqual(['lint-order nodes/A.node.ts']);
  expect([findings?.came, findings?.went]).toEqual([[], []]);
  expect(findings?.notCompared).toEqual(['5 findings that only one of the two can have']);
});

it('compares rules of sources in files that are shipped as they are', () => {
  const { findings } = compare([at('lint-order', 'package.json')], [at('lint-order', 'README.md')]);
  expect([named(findings?.came), named(findings?.went)]).toEqual([
    ['lint-order package.json'],
    ['lint-order README.md'],
  ]);
});

it('knows a fault under the code that supersedes it', () => {
  const { findings } = compare([at('lint-icon', 'nodes/A.node.ts')], [at('ours-icon', 'dist/A.node.js')]);
  expect(named(findings?.stayed)).toEqual(['lint-icon nodes/A.node.ts']);
  expect([findings?.went, findings?.notCompared]).toEqual([[], []]);
});

it('has findings of new files as new, and of removed files as gone, if all files are known', () => {
  const [now, before] = [[at('ours', 'nodes/New.node.ts')], [at('ours', 'dist/Old.node.js')]];
  const known = compare(now, before);
  expect(named(known.findings?.came)).toEqual(['ours nodes/New.node.ts']);
  expect(named(known.findings?.went)).toEqual(['ours dist/Old.node.js']);
  const unknown = compare(now, before, {}, { ...project, folders: [], unknown: 'what `x` copies' });
  expect(unknown.findings?.went).toEqual([]);
  expect(unknown.files?.removed).toEqual([]);
  expect(unknown.files?.notCompared.slice(0, 2)).toEqual([
    'what `x` copies',
    '1 published file that is not among those verified',
  ]);
});

it('has an ignored finding neither as gone nor as unchanged', () => {
  const ignored = [{ ...at('ours', 'nodes/A.node.ts'), reason: 'in the baseline' }];
  const { findings } = compare([], [at('ours', 'dist/A.node.js')], { ignored });
  expect(findings).toEqual({ came: [], went: [], stayed: [], notCompared: [] });
});

it('tells which files are added, removed and changed, with their sizes', () => {
  expect(compare([], []).files).toEqual({
    added: [{ path: 'dist/New.node.js' }],
    removed: [{ path: 'dist/Old.node.js', size: 800 }],
    changed: [{ path: 'package.json', size: 10, before: 9 }],
    notCompared: ['the contents of 1 file that the build makes'],
  });
});

it('compares nothing of checks that did not run to their end, and says which', () => {
  const skipped = run([], undefined, { status: 'success' });
  skipped.checks = skipped.checks.map((check) => ({ ...check, passed: true, message: 'skipped: nothing to do' }));
  const { findings, files } = comparePublished(skipped, run([at('ours')], published), rules);
  expect(findings).toEqual({ came: [], went: [], stayed: [], notCompared: ['all'] });
  expect(files).toBeUndefined();
});

it('is one line of text', () => {
  const text = (published: Verification['published']) =>
    publishedText({ ...run([], undefined), ...(published && { published }) });
  expect(text(compare([at('ours')], []))).toBe(
    'Compared with acme@1.2.0: findings: 1 new, 0 gone, 0 unchanged; files: 1 added, 1 removed, 1 changed',
  );
  expect(text({ notCompared: 'offline' })).toBe('Not compared with the published version: offline');
  expect(text(undefined)).toBeUndefined();
});
