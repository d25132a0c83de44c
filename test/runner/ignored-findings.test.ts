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
    expect(ignored.unused(new Set(['a-code']))).toEqual([{ code: 'a-code', file: 'lib/' }]);
  });

  it('are listed with the code that is meant if no rule has theirs', () => {
    const entries = ['no-consol', 'unlike'].map((code) => ({ code, reason: 'known' }));
    const ignored = new IgnoredFindings({ entries, baseline: [] });
    expect(ignored.unused(new Set(['a-code', 'no-console']))).toEqual([
      { code: 'no-consol', meant: 'no-console' },
      { code: 'unlike' },
    ]);
  });
});

describe('the baseline', () => {
  const baseline = [{ code: 'a-code', file: 'nodes/A.ts', message: 'It is wrong', count: 2 }];

  it('ignores as many findings as there were, wherever their lines are now', () => {
    const ignored = new IgnoredFindings({ entries: [], baseline });
    expect([1, 50, 99].map((line) => ignored.take(finding({ line })))).toEqual([true, true, false]);
  });

  it('counts what is found no more, unless it was not looked for', () => {
    const others = baseline.map((entry) => ({ ...entry, code: 'b-code' }));
    const ignored = new IgnoredFindings({ entries: [], baseline: [...baseline, ...others] });
    ignored.take(finding());
    expect(ignored.gone(() => true)).toBe(3);
    expect(ignored.gone((code) => code === 'a-code')).toBe(1);
  });

  it('ignores no other message or file', () => {
    const ignored = new IgnoredFindings({ entries: [], baseline });
    expect(ignored.take(finding({ message: 'Other' }))).toBe(false);
    expect(ignored.take(finding({ file: 'nodes/B.ts' }))).toBe(false);
  });
});
