import { describe, expect, test } from 'vitest';
import { logEntryOf } from '../../kernel/events.ts';

const report = { name: 'load', title: 'Loading', passed: false, findings: [], duration: 1_250 };

describe('a log entry', () => {
  test('of a check has its outcome and duration', () => {
    expect(logEntryOf({ type: 'check-end', report })).toEqual({
      level: 'error',
      message: 'load failed after 1.3 s',
      check: 'load',
    });
  });

  test('is one line, although the message of a check has several', () => {
    const message = '1 error: Cannot find module "x"\n  Require stack:\r\n\n  - a.js\n';
    expect(logEntryOf({ type: 'check-end', report: { ...report, message } })?.message).toBe(
      'load failed after 1.3 s: 1 error: Cannot find module "x" Require stack: - a.js',
    );
    expect(logEntryOf({ type: 'log', level: 'info', message: 'one\ntwo' })?.message).toBe('one two');
  });

  test('of a skipped check has the reason', () => {
    const skipped = { ...report, passed: true, message: 'skipped: no sources' };
    expect(logEntryOf({ type: 'check-end', report: skipped })?.message).toBe('load not run: no sources');
  });
});
