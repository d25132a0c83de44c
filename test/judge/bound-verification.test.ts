import { expect, it } from 'vitest';
import { boundVerification } from '../../judge/bound-verification.ts';
import type { Finding } from '../../kernel/finding.ts';
import type { Verification } from '../../kernel/result.ts';

const finding = (message: string): Finding => ({ code: 'c', severity: 'error', message, evidence: message });

function verification(...checks: Finding[][]): Verification {
  return {
    projectType: 'toy',
    packageName: 'toy',
    status: 'failed',
    passed: false,
    summary: 'summary',
    checks: checks.map((findings, index) => ({
      name: `check-${index}`,
      title: 'Check',
      passed: false,
      message: 'many',
      findings,
      duration: 1,
    })),
  };
}

it('a verification of usual size is unchanged', () => {
  const usual = verification([finding('one'), finding('two')], []);
  expect(boundVerification(usual)).toEqual(usual);
});

it('a check with endless findings keeps the first ones and the number of the others', () => {
  const endless = Array.from({ length: 5_000 }, (_, index) => finding(`f${index}`));
  const [check] = boundVerification(verification(endless)).checks;
  expect(check?.findings).toEqual(endless.slice(0, 2_000));
  expect(check?.message).toBe('many (3000 more findings omitted)');
});

it('of endless files the first ones are kept, and others may be there too', () => {
  const files = Array.from({ length: 5_000 }, (_, index) => ({ path: `f${index}` }));
  const endless = verification([]);
  endless.checks = endless.checks.map((check) => ({ ...check, shipped: { files } }));
  expect(boundVerification(endless).checks[0]?.shipped).toEqual({
    files: files.slice(0, 2_000),
    folders: [],
    unknown: 'only the first 2000 files are stored',
  });
});

it('long texts are cut', () => {
  const [check] = boundVerification(verification([finding('x'.repeat(100_000))])).checks;
  expect(check?.findings[0]?.message).toBe(`${'x'.repeat(4_096)}…`);
  expect(check?.findings[0]?.evidence).toHaveLength(4_097);
});

it('every text is harmless to whoever shows it, and keeps its lines', () => {
  const hostile = 'a\u001b[2J\u202e\u0000\r\n::error::b\tc';
  const harmless = 'a\\x1b[2J\\u202e\\x00\\r\n\\x3a:error::b\tc';
  const found: Finding = {
    code: 'c',
    severity: 'error',
    message: hostile,
    file: hostile,
    evidence: hostile,
    fix: hostile,
  };
  const bare = { ...verification([found]), summary: hostile, packageName: hostile };
  const bound = boundVerification({ ...bare, checks: bare.checks.map((check) => ({ ...check, message: hostile })) });
  expect([bound.summary, bound.packageName, bound.checks[0]?.message]).toEqual([harmless, harmless, harmless]);
  const kept = { message: harmless, file: harmless, evidence: harmless, fix: harmless };
  expect(bound.checks[0]?.findings[0]).toMatchObject(kept);
});

it('all checks together fit into the store, with any findings', () => {
  const findings = Array.from({ length: 2_000 }, () => finding('x'.repeat(4_000)));
  const bound = boundVerification(verification(findings, findings, findings, findings));
  expect(JSON.stringify(bound).length).toBeLessThan(9 * 1024 * 1024);
  expect(bound.checks).toHaveLength(4);
  expect(bound.checks.at(-1)?.message).toContain('2000 more findings omitted');
});

it('operations of nodes are bounded and harmless as findings are', () => {
  const hostile = { method: 'GET', url: `\u001b${'x'.repeat(5_000)}`, credential: '\u001b' };
  const operation = { node: '\u001b', version: 1, outcome: 'exercised' as const, requests: Array(30).fill(hostile) };
  const given = verification([]);
  const checks = given.checks.map((check) => ({ ...check, operations: Array(2_000).fill(operation) }));
  const [check] = boundVerification({ ...given, checks }).checks;
  const [first] = check?.operations ?? [];
  expect(check?.operations?.length).toBeLessThanOrEqual(1_000);
  expect(first?.node).toBe('\\x1b');
  expect(first?.requests).toHaveLength(20);
  expect(first?.requests[0]?.url).toHaveLength(4_097);
});

it('a table of releases is bounded and harmless', () => {
  const rows = Array.from({ length: 2_000 }, () => ({ name: '\u001b', results: ['loads'] }));
  const compatibility = { host: 'n8n', releases: ['1.0.0'], rows, changes: [] };
  const given = verification([]);
  const checks = given.checks.map((check) => ({ ...check, compatibility }));
  const bound = boundVerification({ ...given, checks }).checks[0]?.compatibility;
  expect(bound?.rows).toHaveLength(1_000);
  expect(bound?.rows[0]).toEqual({ name: '\\x1b', results: ['loads'] });
});
