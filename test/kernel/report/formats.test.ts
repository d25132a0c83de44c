import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../kernel/finding.ts';
import { githubReport } from '../../../kernel/report/github.ts';
import { jsonReport } from '../../../kernel/report/json.ts';
import { junitReport } from '../../../kernel/report/junit.ts';
import { markdownReport } from '../../../kernel/report/markdown.ts';
import type { ReportedRun, ReportFormat } from '../../../kernel/report/report.ts';
import { sarifReport } from '../../../kernel/report/sarif.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';
import { sampleRule } from '../sample-plugin.ts';

const error: Finding = {
  code: 'sample-rule',
  severity: 'error',
  message: 'It is wrong: 100 %, "quoted" & <marked>',
  file: 'src/a b.ts',
  line: 3,
  column: 5,
  fix: 'Do\nit.',
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

function run(checks: CheckReport[], more: Partial<Verification> = {}, folder?: string): ReportedRun {
  const passed = checks.every((each) => each.passed);
  const status = passed ? 'success' : 'failed';
  const verification = {
    projectType: 'toy',
    packageName: 'my-toy',
    status,
    passed,
    summary: 'S',
    checks,
    ...more,
  } as const;
  const rules = new Map([['sample-rule', { rule: sampleRule('sample-rule', { docs: 'https://docs.example' }) }]]);
  return { runId: 'run-1', creditsUsed: 2, ref: 'main', verification, rules, ...(folder !== undefined && { folder }) };
}

const mixed = run([
  check('bad', { passed: false, message: '1 error, 1 warning: It is wrong', findings: [error, warning] }),
  check('crashed', { passed: false, message: 'the check crashed: no luck' }),
  check('left', { message: 'skipped: not needed' }),
  check('good'),
]);

const incomplete = run(
  [
    check('left', { message: 'skipped: not needed' }),
    check('part', {
      message: 'not checked: time limit reached (a.ts)',
      notChecked: [{ reason: 'time limit reached', what: 'a.ts' }],
    }),
  ],
  {
    ruleChanges: [
      { code: 'sample-rule', severity: 'off' },
      { code: 'other/rule', severity: 'warning' },
    ],
  },
);

describe('json', () => {
  it('contains everything that is known', () => {
    expect(JSON.parse(jsonReport(mixed))).toEqual({
      runId: 'run-1',
      ref: 'main',
      creditsUsed: 2,
      ...mixed.verification,
    });
  });
});

describe('github', () => {
  it('contains an annotation of each finding, with a location that the reader can find', () => {
    expect(githubReport({ ...mixed, folder: 'packages/toy' })).toBe(
      [
        '::error file=packages/toy/src/a b.ts,line=3,col=5,title=sample-rule::It is wrong: 100 %25, "quoted" & <marked>%0ADo%0Ait.',
        '::warning title=other/rule::A doubt',
        '::error title=crashed::the check crashed: no luck',
        '::notice title=left::not run: not needed',
        '',
      ].join('\n'),
    );
  });

  it('contains skipped checks, unchecked parts and changed rules', () => {
    expect(githubReport(incomplete).trimEnd().split('\n')).toEqual([
      '::notice title=left::not run: not needed',
      '::warning title=part::not checked: time limit reached (a.ts)',
      '::notice title=service::Rules changed by configuration: sample-rule (off), other/rule (warning)',
    ]);
  });

  it('contains ignored findings with reasons, and unused entries of "ignore"', () => {
    const ignored = [
      { ...error, reason: 'generated' },
      { ...warning, reason: 'generated' },
    ];
    const report = githubReport(
      run([check('good')], {
        ignored,
        unusedIgnores: [
          { code: 'other/rule', file: 'x.ts' },
          { code: 'sampl-rule', meant: 'sample-rule' },
        ],
      }),
    );
    expect(report.trimEnd().split('\n')).toEqual([
      '::notice title=service::2 ignored (generated): sample-rule, other/rule',
      '::warning title=service::No finding matches "ignore" of other/rule in x.ts; remove the entry',
      '::warning title=service::"ignore" names an unknown rule "sampl-rule"; did you mean "sample-rule"?',
    ]);
  });

  it('contains the reason for a missing verdict', () => {
    expect(githubReport(run([], { status: 'rejected', passed: false, summary: 'INVALID_PAYLOAD: no' }))).toBe(
      '::error title=service::INVALID_PAYLOAD: no\n',
    );
  });

  it('is empty without anything to report', () => {
    expect(githubReport(run([check('good')]))).toBe('');
  });

  it('lets nothing out of its place', () => {
    const evil = { ...error, file: 'a,title=x::y\n::error::z', message: 'a\r\n::error::b' };
    const report = githubReport(run([check('bad', { passed: false, findings: [evil] })]));
    expect(report.trimEnd().split('\n')).toHaveLength(1);
    expect(report).toMatch(/^::error file=a%2Ctitle=x%3A%3Ay\\n%3A%3Aerror%3A%3Az,line=3,/);
  });
});

describe('markdown', () => {
  it('has the result, and a row for each rule with its locations', () => {
    const many = Array.from({ length: 7 }, (_, index) => ({ ...warning, file: `src/${index}.ts`, line: index + 1 }));
    const report = markdownReport(
      run([check('bad', { passed: false, message: 'x', findings: [error, ...many] })], {}, 'packages/toy'),
    );
    const lines = report.split('\n');
    expect(lines.slice(0, 3)).toEqual(['### ❌ Verification failed: my-toy', '', 'S']);
    expect(lines[6]).toMatch(
      /^\| ❌ 1 \| <code>sample-rule<\/code> \| bad \| <code>packages\/toy\/src\/a b\.ts&#58;3<\/code> \| It is wrong/,
    );
    expect(lines[7]).toMatch(/^\| ⚠️ 7 \| .*<br>\+2 \| A doubt \|$/);
  });

  const markdownRows = (findings: Finding[]) =>
    markdownReport(run([check('bad', { passed: false, findings })]))
      .split('\n')
      .filter((line) => /^\| (?:❌|⚠️)/.test(line));

  it('has a row for each message of a rule, with the locations and the fix of that message', () => {
    const at = (file: string, message: string, fix = 'Do it.') => ({ ...error, file, message, fix });
    const rows = markdownRows([
      at('a.ts', 'The icon is missing'),
      at('b.ts', 'The icon is no SVG'),
      at('c.ts', 'The icon is missing'),
      at('d.ts', 'The icon is missing', 'Do more.'),
    ]);
    expect(rows.map((row) => row.split(' | ').filter((_, index) => index !== 1 && index !== 2))).toEqual([
      ['| ❌ 2', '<code>a.ts&#58;3</code><br><code>c.ts&#58;3</code>', 'The icon is missing<br>Fix&#58; Do it. |'],
      ['| ❌ 1', '<code>b.ts&#58;3</code>', 'The icon is no SVG<br>Fix&#58; Do it. |'],
      ['| ❌ 1', '<code>d.ts&#58;3</code>', 'The icon is missing<br>Fix&#58; Do more. |'],
    ]);
  });

  it('breaks lines where a message does', () => {
    expect(markdownRows([{ ...warning, message: 'TS7016: No types.\r\n  Try `npm i`' }])[0]).toMatch(
      /\| TS7016&#58; No types\.<br>Try &#96;npm i&#96; \|$/,
    );
  });

  it('marks what --fix changes, whatever the message says', () => {
    const edit = { start: 0, end: 1, text: 'x' };
    const rows = markdownRows([
      { ...warning, message: 'Sort them [autofixable]' },
      { ...warning, message: 'Rename it', edit },
    ]);
    expect(rows[0]).toMatch(/\| Sort them \|$/);
    expect(rows[1]).toMatch(/\| Rename it &#91;autofixable&#93; \|$/);
  });

  it('counts every finding of a thousand, and fits a comment', () => {
    const many = (code: string, length: number) =>
      Array.from({ length }, (_, index) => ({ ...warning, code, file: 'a.ts', message: `Problem ${index}` }));
    const rows = markdownRows(many('one', 300));
    expect(rows).toHaveLength(11);
    expect(rows.at(-1)).toMatch(/^\| ⚠️ 290 \| .*<br>\+285 \| Other messages; see the other reports \|$/);
    const wide = Array.from({ length: 200 }, (_, index) => many(`code-${index}`, 5)).flat();
    const report = markdownReport(run([check('bad', { passed: false, findings: wide })]));
    expect(report.length).toBeLessThan(65_536);
    const shown = report.split('\n').filter((line) => line.startsWith('| ⚠️ 1 |')).length;
    expect(shown).toBeGreaterThan(200);
    expect(report).toContain(`\n${1000 - shown} more findings; see the other reports.\n`);
  });

  it('contains checks that failed without a finding, ignored findings, and a run without checks', () => {
    const ignored = [{ ...warning, reason: 'generated' }];
    expect(
      markdownReport(run([check('crashed', { passed: false, message: 'the check crashed' })], { ignored })),
    ).toContain('❌ crashed: the check crashed\n\n1 ignored (generated)&#58; other/rule\n');
    expect(markdownReport(run([], { status: 'rejected', passed: false, summary: 'RUNNER: x' }))).toContain(
      'Verification rejected',
    );
  });
});

describe('junit', () => {
  it('contains a test case for each check', () => {
    expect(junitReport(mixed)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites>',
        '  <testsuite name="my-toy" tests="4" failures="2" errors="0" skipped="1" time="4.936">',
        '    <testcase classname="toy" name="bad" time="1.234">',
        '      <failure message="1 error, 1 warning: It is wrong">src/a b.ts:3:5  error  sample-rule  It is wrong: 100 %, &quot;quoted&quot; &amp; &lt;marked&gt;',
        '  Fix: Do',
        'it.',
        'warning  other/rule  A doubt</failure>',
        '    </testcase>',
        '    <testcase classname="toy" name="crashed" time="1.234">',
        '      <failure message="the check crashed: no luck"></failure>',
        '    </testcase>',
        '    <testcase classname="toy" name="left" time="1.234">',
        '      <skipped message="skipped: not needed"/>',
        '    </testcase>',
        '    <testcase classname="toy" name="good" time="1.234">',
        '    </testcase>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    );
  });

  it('names the ruleset in force', () => {
    const report = junitReport(run([], { ruleset: '2026-01' }));
    expect(report).toContain('<property name="ruleset" value="2026-01"/>');
  });

  it('contains unchecked parts and changed rules', () => {
    const report = junitReport(incomplete);
    expect(report).toContain('<property name="rule changed by configuration: sample-rule" value="off"/>');
    expect(report).toContain('<system-out>not checked: time limit reached (a.ts)</system-out>');
    expect(report).toContain('<skipped message="skipped: not needed"/>');
  });

  it('is not green for a run that judged nothing', () => {
    const report = junitReport(run([], { status: 'timeout', passed: false, summary: 'TIMEOUT: too long' }));
    expect(report).toContain('tests="1" failures="0" errors="1"');
    expect(report).toContain('<error message="TIMEOUT: too long"/>');
  });
});

describe('sarif', () => {
  const parsed = (reported: ReportedRun) => JSON.parse(sarifReport(reported)).runs[0];

  it('lists ignored findings as suppressed, with the reason', () => {
    const report = JSON.parse(sarifReport(run([check('good')], { ignored: [{ ...error, reason: 'generated' }] })));
    expect(report.runs[0].results).toMatchObject([
      { ruleId: 'sample-rule', suppressions: [{ kind: 'external', justification: 'generated' }] },
    ]);
  });

  it('contains each finding with its rule and location', () => {
    const { tool, results } = parsed({ ...mixed, folder: 'packages/toy' });
    expect(results[0]).toMatchObject({
      ruleId: 'sample-rule',
      ruleIndex: 0,
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'packages/toy/src/a%20b.ts' },
            region: { startLine: 3, startColumn: 5 },
          },
        },
      ],
    });
    // A result without a place would be refused by GitHub.
    expect(results[1].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'packages/toy/package.json' },
    });
    expect(tool.driver.rules).toEqual([
      expect.objectContaining({ id: 'sample-rule', help: { text: 'F' }, helpUri: 'https://docs.example' }),
      { id: 'other/rule' },
    ]);
  });

  it('contains checks that did not finish', () => {
    const [invocation] = parsed(mixed).invocations;
    expect(invocation).toEqual({
      executionSuccessful: true,
      toolExecutionNotifications: [
        { level: 'error', message: { text: 'crashed: the check crashed: no luck' } },
        { level: 'note', message: { text: 'left: not run: not needed' } },
      ],
    });
    const { invocations, tool } = parsed(incomplete);
    expect(invocations[0].toolExecutionNotifications[1]).toEqual({
      level: 'warning',
      message: { text: 'part: not checked: time limit reached (a.ts)' },
    });
    expect(invocations[0].ruleConfigurationOverrides).toEqual([
      { descriptor: { id: 'sample-rule', index: 0 }, configuration: { enabled: false } },
      { descriptor: { id: 'other/rule', index: 1 }, configuration: { level: 'warning' } },
    ]);
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['sample-rule', 'other/rule']);
    const [broken] = parsed(run([], { status: 'rejected', passed: false })).invocations;
    expect(broken.executionSuccessful).toBe(false);
  });
});

const formats: readonly [string, ReportFormat][] = [
  ['json', jsonReport],
  ['github', githubReport],
  ['junit', junitReport],
  ['sarif', sarifReport],
];

describe.each(formats)('%s', (_name, format) => {
  it('shows text of the project as text', () => {
    const evil = '\u001b[2J\u202e\u0000\u0085]]>\u007f\ud800';
    const bad = { ...error, message: evil, file: evil, evidence: evil, fix: evil, code: evil };
    const report = format(
      run([check(evil, { passed: false, message: evil, findings: [bad] })], { summary: evil, packageName: evil }),
    );
    expect(report).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(report).toMatch(/\n$/);
  });
});
