import { describe, expect, it } from 'vitest';
import type { Finding } from '../../kernel/finding.ts';
import { IgnoredFindings } from '../../runner/ignored-findings.ts';

const finding = (more: Partial<Finding> = {}): Finding => ({
  code: 'a-code',
  severity: 'error',
  message: 'It is wrong',
  file: 'nodes/A.ts',
  line: 3,
  ...more,
});

describe('entries of the configuration', () => {
  it('ignore findings of their code in their files, with the reason', () => {
    const ignored = new IgnoredFindings({
      entries: [{ code: 'a-code', file: 'nodes/**', reason: 'generated' }],
      baseline: [],
    });
    expect(ignored.take(finding())).toBe(true);
    expect(ignored.take(finding({ file: 'credentials/A.ts' }))).toBe(false);
    expect(ignored.take(finding({ code: 'b-code' }))).toBe(false);
    expect(ignored.list()).toEqual([{ ...finding(), reason: 'generated' }]);
  });

  it('without a file ignore findings of the whole project', () => {
    const ignored = new IgnoredFindings({ entries: [{ code: 'a-code', reason: 'known' }], baseline: [] });
    const { file: _, ...ofProject } = finding();
    expect(ignored.take(ofProject)).toBe(true);
    expect(ignored.take(finding())).toBe(true);
  });

  it('are listed if they match nothing', () => {
    const entries = [
      { code: 'a-code', reason: 'known' },
      { code: 'a-code', file: 'lib/', reason: 'known' },
    ];
    const ignored = new IgnoredFindings({ entries, baseline: [] });
    ignored.take(finding());
    expect(ignored.unused()).toEqual([{ code: 'a-code', file: 'lib/' }]);
  });
});

describe('the baseline', () => {
  const baseline = [{ code: 'a-code', file: 'nodes/A.ts', message: 'It is wrong', count: 2 }];

  it('ignores as many findings as there were, wherever their lines are now', () => {
    const ignored = new IgnoredFindings({ entries: [], baseline });
    expect([1, 50, 99].map((line) => ignored.take(finding({ line })))).toEqual([true, true, false]);
  });

  it('ignores no other message or file', () => {
    const ignored = new IgnoredFindings({ entries: [], baseline });
    expect(ignored.take(finding({ message: 'Other' }))).toBe(false);
    expect(ignored.take(finding({ file: 'nodes/B.ts' }))).toBe(false);
  });
});
