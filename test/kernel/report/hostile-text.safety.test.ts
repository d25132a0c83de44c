import { describe, expect, it } from 'vitest';
import { outcomeLines } from '../../../cli/render/run-view.ts';
import { Terminal } from '../../../cli/terminal.ts';
import { checksView } from '../../../cloud/pages/check-view.ts';
import { findingsView } from '../../../cloud/pages/finding-view.ts';
import { htmlReport } from '../../../cloud/pages/report-page.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { printable } from '../../../kernel/printable.ts';
import { githubReport } from '../../../kernel/report/github.ts';
import { jsonReport } from '../../../kernel/report/json.ts';
import { junitReport } from '../../../kernel/report/junit.ts';
import { markdownReport } from '../../../kernel/report/markdown.ts';
import type { ReportedRun } from '../../../kernel/report/report.ts';
import { sarifReport } from '../../../kernel/report/sarif.ts';
import { sink } from '../../cli/render/sink.ts';
import { elementsOf } from './xml-elements.ts';

/** What a terminal, a CI runner, XML, a browser or a reader in a hurry would each take for more than text. */
const hostile: Readonly<Record<string, string>> = {
  'an escape sequence': '\u001b[2J\u001b]0;title\u0007',
  'a C1 control': '\u009b31m',
  'a carriage return': 'x\rVerification passed: forged',
  'a bidirectional override': '\u202egnp.exe',
  'zero width': 'a\u200bb\ufeff',
  markup: '</failure></li></code>]]><script>alert(1)</script><img src=x onerror="alert(2)">&lt;\'"`',
  'a workflow command': '\n::error::forged\n  ::set-output name=x::y\n##vso[task.complete]',
  'what XML cannot hold': '\u0000\u0008\ufffe\uffff\ud800',
  'a line separator': 'x\u2028y\u2029z\u0085w',
  'a line without end': 'long '.repeat(20_000),
};

/** The places of a run whose text comes from a project, a plugin or a client. */
const places = [
  'summary',
  'packageName',
  'ref',
  'check name',
  'check title',
  'check message',
  'code',
  'message',
  'file',
  'evidence',
  'fix',
  'docs',
] as const;
type Place = (typeof places)[number];

/** @param text what stands in one place; in all others stand words */
function runWith(place: Place, text: string): ReportedRun {
  const at = (one: Place, usual: string) => (one === place ? text : usual);
  const finding: Finding = {
    code: at('code', 'a-code'),
    severity: 'error',
    message: at('message', 'It is wrong'),
    file: at('file', 'src/a.ts'),
    line: 3,
    column: 1,
    evidence: at('evidence', 'const a = 5'),
    ...(place !== 'evidence' && { evidenceColumn: 1 }),
    fix: at('fix', 'Do it'),
    docs: at('docs', 'https://docs.example'),
  };
  const check = { name: at('check name', 'a-check'), title: at('check title', 'A check'), passed: false, duration: 5 };
  return {
    runId: 'run-1',
    creditsUsed: 1,
    ref: at('ref', 'main'),
    rules: new Map(),
    verification: {
      projectType: 'toy',
      packageName: at('packageName', 'my-toy'),
      status: 'failed',
      passed: false,
      summary: at('summary', '0 of 2 checks passed'),
      checks: [
        { ...check, message: '1 error: It is wrong', findings: [finding] },
        { ...check, message: at('check message', 'the check crashed'), findings: [] },
      ],
    },
  };
}

function terminalText({ verification, runId, creditsUsed }: ReportedRun): string {
  const terminal = new Terminal(sink(80), sink(), { NO_COLOR: '1' });
  return outcomeLines({ verification, runId, creditsUsed }, terminal).join('\n');
}

const pageText = ({ verification: { checks } }: ReportedRun) => checksView(checks).text + findingsView(checks).text;

const formats = {
  json: jsonReport,
  sarif: sarifReport,
  junit: junitReport,
  github: githubReport,
  md: markdownReport,
  html: htmlReport,
  terminal: terminalText,
  page: pageText,
} as const;

/** What must not be found in a format, whatever stands in its places: what is wrong, or nothing. */
const faults: Readonly<Record<keyof typeof formats, (text: string, usual: string) => unknown>> = {
  json: (text) => (typeof JSON.parse(text) === 'object' ? undefined : 'no document'),
  sarif: (text) => (typeof JSON.parse(text) === 'object' ? undefined : 'no document'),
  junit: (text, usual) => differs(elementsOf(text), elementsOf(usual)),
  github: (text, usual) => differs(text.split('\n').map(command), usual.split('\n').map(command)),
  // Rows of a table, and no markup but our own.
  md: (text, usual) => differs(tagsOf(text), tagsOf(usual)) ?? differs(rowsOf(text), rowsOf(usual)),
  html: (text, usual) => differs(tagsOf(text), tagsOf(usual)),
  terminal: (text) => text.split('\n').filter((line) => /^(Verification passed|Credits used: [^1])/.test(line))[0],
  page: (text, usual) => differs(tagsOf(text), tagsOf(usual)),
};

const command = (line: string) => /^::(error|warning) /.exec(line)?.[1] ?? line.trim();

/** The cells of each row. */
const rowsOf = (text: string) => text.split('\n').map((line) => String(line.split('|').length));

/** Tags of a part of a page; a place that is shown or marked differently has other elements of ours, and no more. */
function tagsOf(markup: string): string[] {
  const names = [...markup.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)].map(([, name = '', rest = '']) =>
    /\bon\w+=|="javascript:/.test(rest.replace(/="(?!javascript:)[^"]*"/g, '')) ? `${name} that acts` : name,
  );
  return [...new Set(names)]
    .filter((name) => !['mark', 'a', 'figcaption', 'pre', 'span', 'i', 'code'].includes(name))
    .sort();
}

function differs(found: readonly string[], expected: readonly string[]): string | undefined {
  return JSON.stringify(found) === JSON.stringify(expected) ? undefined : `${found} instead of ${expected}`;
}

describe.each(Object.entries(formats))('%s', (format, render) => {
  it.each(Object.entries(hostile))('escapes %s everywhere', (_, text) => {
    const usual = render(runWith('message', 'It is wrong'));
    for (const place of places) {
      const shown = render(runWith(place, `words ${text}`));
      expect(shown, place).not.toMatch(
        /[\p{Cs}\p{Cf}\p{Zl}\p{Zp}\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/u,
      );
      expect(shown, place).not.toMatch(/^\s*::(?!(error|warning) (file|title)=)|##(\[|vso)/m);
      expect(faults[format as keyof typeof formats](shown, usual), place).toBeUndefined();
    }
  });

  it('shows the text of a finding', () => {
    for (const place of ['code', 'message', 'file', 'fix'] as const)
      expect(render(runWith(place, 'm4rked')), place).toContain('m4rked');
    // The line itself is what GitHub shows beside an annotation.
    for (const place of ['evidence', 'docs'] as const)
      if (!(format === 'sarif' && place === 'docs') && !(format === 'md' && place === 'evidence'))
        expect(render(runWith(place, 'https://m4rked')), place).toContain('m4rked');
  });
});

it('would notice text that is taken for more', () => {
  const raw = runWith('message', hostile['markup'] ?? '').verification.checks[0]?.findings[0]?.message ?? '';
  expect(() => elementsOf(`<a>${raw}</a>`)).toThrow();
  expect(faults.page(`<p>${raw}</p>`, '<p></p>')).toContain('script');
  expect(faults.github(`::error title=x::a\n::error title=forged::b`, '::error title=x::a')).toContain('error');
  expect(printable('\ufffe\uffff')).toBe('\\ufffe\\uffff');
});
