import type { Finding } from '../../../kernel/finding.ts';
import type { ReportedRun } from '../../../kernel/report/report.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';
import { sampleRule } from '../sample-plugin.ts';

const error: Finding = {
  code: 'sample-rule',
  severity: 'error',
  message: 'It is wrong: 100 %, "quoted" & <marked>',
  file: 'src/a b.ts',
  line: 3,
  column: 5,
  evidence: 'const a = 5;',
  evidenceColumn: 3,
  fix: 'Do\nit.',
  docs: 'https://docs.example',
};
const warning: Finding = { code: 'other/rule', severity: 'warning', message: 'A doubt' };

const check = (name: string, more: Partial<CheckReport> = {}): CheckReport => ({
  name,
  title: name,
  passed: true,
  findings: [],
  duration: 1234,
  ...more,
});

function run(checks: CheckReport[], more: Partial<Verification> = {}): ReportedRun {
  const passed = checks.every((each) => each.passed);
  const verification: Verification = {
    projectType: 'toy',
    packageName: 'my-toy',
    ruleset: '2026-01',
    status: passed ? 'success' : 'failed',
    passed,
    summary: 'S',
    checks,
    ...more,
  };
  const rules = new Map([['sample-rule', { rule: sampleRule('sample-rule', { docs: 'https://docs.example' }) }]]);
  return { runId: 'run-1', creditsUsed: 2, ref: 'main', verification, rules, folder: 'packages/toy' };
}

/** A run with something in every field: findings with and without a place, a crash, a skipped and a clean check. */
export const crowdedRun = run(
  [
    check('bad', { passed: false, message: '1 error, 1 warning: It is wrong', findings: [error, warning] }),
    check('crashed', { passed: false, message: 'the check crashed: no luck' }),
    check('left', { message: 'skipped: not needed' }),
    check('part', {
      message: 'not checked: time limit reached',
      notChecked: [{ reason: 'time limit reached', what: 'a.ts' }],
    }),
    check('good'),
  ],
  {
    ignored: [{ ...warning, file: 'src/c.ts', reason: 'generated' }],
    unusedIgnores: [{ code: 'unknown', file: 'src/d.ts' }],
    ruleChanges: [
      { code: 'sample-rule', severity: 'off' },
      { code: 'unknown', severity: 'warning' },
    ],
  },
);

export const emptyRun = run([]);

export const rejectedRun = run([], { status: 'rejected', passed: false, summary: 'INVALID_PAYLOAD: no' });

/** What a terminal, a workflow, XML and a page would each act upon. */
const hostileText = '\u001b[2J\u202e\u0000\u0085]]></failure><script>"&\'\u007f\ud800\n::error::x';

/** The hostile text in every place where a project can put some. */
export const hostileRun = run(
  [
    check(hostileText, {
      title: hostileText,
      passed: false,
      message: hostileText,
      findings: [
        {
          ...error,
          code: hostileText,
          message: hostileText,
          file: hostileText,
          evidence: hostileText,
          fix: hostileText,
        },
      ],
    }),
    check('left', { message: `skipped: ${hostileText}` }),
    check('part', { message: hostileText, notChecked: [{ reason: hostileText, what: hostileText }] }),
  ],
  {
    ignored: [{ ...error, code: hostileText, file: hostileText, reason: hostileText }],
    unusedIgnores: [{ code: hostileText, file: hostileText }],
    ruleChanges: [{ code: hostileText, severity: 'off' }],
    summary: hostileText,
    packageName: hostileText,
    projectType: hostileText,
  },
);
