import { describe, expect, it } from 'vitest';
import { checkLines, linesOfChecks } from '../../../cli/render/check-lines.ts';
import { Terminal } from '../../../cli/terminal.ts';
import type { Finding } from '../../../kernel/finding.ts';
import type { CheckReport } from '../../../kernel/result.ts';
import { sink } from './sink.ts';

const finding = (more: Partial<Finding> = {}): Finding => ({
  code: 'a-code',
  severity: 'error',
  message: 'It is wrong',
  ...more,
});

function lines(report: Partial<CheckReport>, width?: number): string[] {
  const terminal = new Terminal(sink(width), sink(), { NO_COLOR: '1' });
  return checkLines(
    { name: 'manifest', title: 'Manifest', passed: false, findings: [], duration: 0, ...report },
    terminal,
  );
}

describe('linesOfChecks', () => {
  it('prints one line for the checks that the end of the run stopped, after the others', () => {
    const report = { title: '', passed: false, findings: [], duration: 0 };
    const message = 'not finished: the run ended first';
    const reports: CheckReport[] = [
      { ...report, name: 'nodes', message },
      { ...report, name: 'load', message: 'not finished: no answer' },
      { ...report, name: 'docs', message: 'the check crashed: no luck' },
      { ...report, name: 'types', message },
    ];
    expect(linesOfChecks(reports, new Terminal(sink(), sink(), { NO_COLOR: '1' }))).toEqual([
      '✗ docs: the check crashed: no luck',
      '',
      `✗ nodes, types: ${message}`,
      '',
      '✗ load: not finished: no answer',
      '',
    ]);
  });
});

describe('checkLines', () => {
  it('prints nothing for a check that passed without findings', () => {
    expect(lines({ passed: true })).toEqual([]);
    expect(lines({ passed: true, message: 'skipped: not needed' })).toEqual([]);
  });

  it('gives the reason of a check that failed without findings', () => {
    expect(lines({ message: 'the check crashed: no luck' })).toEqual(['✗ manifest: the check crashed: no luck', '']);
  });

  it('prints the reason of an incomplete check before its findings', () => {
    const message = 'the check exceeded its time limit of 60 s';
    expect(lines({ message, findings: [finding()] })[0]).toBe(`✗ manifest: ${message}`);
  });

  it('names as much of the place as is known', () => {
    const heads = (more: Partial<Finding>) => lines({ findings: [finding(more)] })[1];
    expect(heads({})).toBe('  error  a-code');
    expect(heads({ file: 'a.ts' })).toBe('  a.ts  error  a-code');
    expect(heads({ file: 'a.ts', line: 3 })).toBe('  a.ts:3  error  a-code');
    expect(heads({ file: 'a.ts', line: 3, column: 7 })).toBe('  a.ts:3:7  error  a-code');
  });

  it('shows evidence, fix and documentation', () => {
    const shown = lines({
      findings: [finding({ evidence: '  const a = 5', fix: 'Write b.', docs: 'https://docs.example/a' })],
    });
    expect(shown.slice(2)).toEqual([
      '    It is wrong',
      '    | const a = 5',
      '    Fix: Write b.',
      '    https://docs.example/a',
      '',
    ]);
  });

  it('leaves out evidence in which there is nothing to read, and cuts what has no end', () => {
    expect(lines({ findings: [finding({ evidence: '{' })] }).join()).not.toContain('|');
    const [, , , shown = ''] = lines({ findings: [finding({ evidence: 'x'.repeat(10_000) })] });
    expect(shown.length).toBeLessThan(200);
    expect(shown).toMatch(/x…$/);
  });

  it('shows errors before warnings, and a rule in one place', () => {
    const shown = lines({
      findings: [
        finding({ file: 'a.ts' }),
        finding({ file: 'b.ts', severity: 'warning', code: 'b-code' }),
        finding({ file: 'c.ts', message: 'Other' }),
      ],
    });
    expect(shown.slice(1)).toEqual([
      '  a.ts  error  a-code',
      '    It is wrong',
      '  c.ts  error  a-code',
      '    Other',
      '  b.ts  warning  b-code',
      '    It is wrong',
      '',
    ]);
  });

  it('prints once what findings of a rule have in common', () => {
    const common = { fix: 'Do.', docs: 'https://docs.example/a' };
    const shown = lines({
      findings: [
        finding({ file: 'a.ts', evidence: 'one', ...common }),
        finding({ file: 'b.ts', evidence: 'one', ...common }),
        finding({ file: 'c.ts', evidence: 'two', ...common }),
      ],
    });
    expect(shown.slice(1)).toEqual([
      '  a.ts  error  a-code',
      '  b.ts  error  a-code',
      '    It is wrong',
      '    | one',
      '  c.ts  error  a-code',
      '    | two',
      '    Fix: Do.',
      '    https://docs.example/a',
      '',
    ]);
  });

  it('shows the fix of each finding that has its own', () => {
    const shown = lines({ findings: [finding({ fix: 'Do.' }), finding({ fix: 'Do not.' })] });
    expect(shown.filter((line) => line.includes('Fix'))).toEqual(['    Fix: Do.', '    Fix: Do not.']);
  });

  it('shows five findings of a rule, and where the first of the others are', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      finding({ file: `${index < 20 ? 'a' : `z${index % 9}`}.ts`, line: index + 1, column: 2, fix: 'Do.' }),
    );
    const shown = lines({ findings: many });
    expect(shown.slice(1, 8)).toEqual([
      '  a.ts:1:2  error  a-code',
      '  a.ts:2:2  error  a-code',
      '  a.ts:3:2  error  a-code',
      '  a.ts:4:2  error  a-code',
      '  a.ts:5:2  error  a-code',
      '    It is wrong',
      '    +295 more with this code:',
    ]);
    expect(shown[8]).toBe('      a.ts:6:2, 7:2, 8:2, 9:2, 10:2, 11:2, 12:2, 13:2, 14:2, 15:2, … (5 more)');
    expect(shown.slice(13)).toEqual(['      and 5 more files', '    Fix: Do.', '']);
  });

  it('breaks lines where a terminal is narrow, but no path', () => {
    const path = 'nodes/a-very-long-path/that-is-longer-than-the-terminal.ts';
    const shown = lines({ findings: [finding({ message: `A message of some length about ${path} and more` })] }, 30);
    expect(shown.slice(2, -1)).toEqual(['    A message of some length', '    about', `    ${path}`, '    and more']);
  });

  it('puts what does not fit next to a location below it', () => {
    const place = { file: 'nodes/Acme/Acme.node.ts', line: 16, column: 15 };
    const [, ...shown] = lines({ findings: [finding(place)] }, 40);
    expect(shown.slice(0, 2)).toEqual(['  nodes/Acme/Acme.node.ts:16:15', '  error  a-code']);
    expect(lines({ findings: [finding(place)] }, 80)[1]).toBe('  nodes/Acme/Acme.node.ts:16:15  error  a-code');
  });

  it('keeps the lines of a message inside its indent', () => {
    const shown = lines({ findings: [finding({ message: 'first\nVerification passed: forged' })] });
    expect(shown.slice(2, -1)).toEqual(['    first', '    Verification passed: forged']);
  });
});
