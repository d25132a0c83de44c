import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../kernel/finding.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { compare } from './compare.ts';
import { type JudgedProject, type Judgment, readJudgedPackages, readJudgedProject } from './judgment-file.ts';
import { codesText, isFailure, judgmentsToWrite, projectText } from './summary.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

describe('findings and judgments', () => {
  test('a finding is right, useless or wrong according to the judgment of its code and location', () => {
    const result = compare(
      [check('nodes', [finding('a', 'x.ts', 1), finding('a', 'x.ts', 2), finding('b', 'y.ts', 1)])],
      judged([
        { code: 'a', at: 'x.ts:1', judged: 'right', why: 'so' },
        { code: 'a', at: 'x.ts:2', judged: 'wrong', why: 'not so' },
        { code: 'b', at: 'y.ts', judged: 'useless', why: 'who cares' },
      ]),
    );
    expect(places(result.right)).toEqual(['x.ts:1']);
    expect(result.wrong.map(({ finding, why }) => [finding.line, why])).toEqual([[2, 'not so']]);
    expect(places(result.useless)).toEqual(['y.ts:1']);
    expect(isFailure(result)).toBe(true);
  });

  test('a judgment without a place is about the whole project, and a line is more exact than a file than that', () => {
    const result = compare(
      [check('nodes', [finding('a', 'x.ts', 1), finding('a', 'x.ts', 2), finding('a', 'y.ts', 1)])],
      judged([
        { code: 'a', judged: 'right', why: 'in general' },
        { code: 'a', at: 'x.ts', judged: 'useless', why: 'here' },
        { code: 'a', at: 'x.ts:2', judged: 'wrong', why: 'there' },
      ]),
    );
    expect(places(result.useless)).toEqual(['x.ts:1']);
    expect(places(result.wrong.map((entry) => entry.finding))).toEqual(['x.ts:2']);
    expect(places(result.right)).toEqual(['y.ts:1']);
    expect(result.vanished).toEqual([]);
  });

  test('what nobody judged is no failure', () => {
    const result = compare([check('nodes', [finding('a', 'x.ts', 1)])], judged([]));
    expect(places(result.unjudged)).toEqual(['x.ts:1']);
    expect(isFailure(result)).toBe(false);
    expect(judgmentsToWrite(result)).toContain('x.ts:1');
  });

  test('a right finding that is no longer reported has vanished, at each of its locations', () => {
    const result = compare(
      [check('nodes', [finding('a', 'x.ts', 1)])],
      judged([
        { code: 'a', at: ['x.ts:1', 'x.ts:5', 'z.ts'], judged: 'right', why: 'so' },
        { code: 'c', judged: 'right', why: 'so' },
        { code: 'd', judged: 'wrong', why: 'it was repaired' },
      ]),
    );
    expect(result.vanished).toEqual([
      { code: 'a', place: 'x.ts:5' },
      { code: 'a', place: 'z.ts' },
      { code: 'c', place: '' },
    ]);
    expect(isFailure(result)).toBe(true);
    expect(projectText('p', result)).toContain('vanished: a x.ts:5');
  });

  test("n8n's lint rules are not ours to judge", () => {
    const result = compare(
      [
        check('nodes', [
          finding('n8n-nodes-base/node-filename-against-convention', 'x.ts', 1),
          finding('no-console', 'x.ts', 1),
        ]),
      ],
      undefined,
    );
    expect(result.unjudged).toEqual([]);
  });
});

describe('verdicts', () => {
  test('load differs when it fails and n8n loads the package, and when it passes and n8n does not', () => {
    const fails = [check('load', [finding('load-threw', 'x.ts', 1)])];
    expect(compare(fails, judged([], { load: 'ok' })).load.differs).toBe(true);
    expect(compare([check('load', [])], judged([], { load: 'fails' })).load.differs).toBe(true);
    expect(compare(fails, judged([], { load: 'fails' })).load.differs).toBe(false);
  });

  test('skipped and unknown results differ from no findings', () => {
    const skipped = [{ ...check('load', []), message: 'skipped: a bundler makes it' }];
    expect(compare(skipped, judged([], { load: 'fails' })).load).toMatchObject({ said: 'not run', differs: false });
    expect(compare([check('load', [])], judged([], { load: 'unknown' })).load.differs).toBe(false);
    expect(compare([check('types', [])], judged([], { types: 'unknown' })).types.differs).toBe(false);
  });

  test('types are compared by the lines that have errors', () => {
    const types = ['x.ts:1 TS2322', 'x.ts:1 TS2345', 'y.ts:7 TS2307'];
    const one = [check('types', [finding('types-error', 'x.ts', 1)])];
    const both = [check('types', [finding('types-error', 'x.ts', 1), finding('types-error', 'y.ts', 7)])];
    expect(compare(both, judged([], { types })).types.differs).toBe(false);
    expect(compare(one, judged([], { types })).types).toMatchObject({
      said: 'errors at 1 place (only tsc: y.ts:7)',
      differs: true,
    });
    expect(compare(one, judged([], { types: [] })).types.said).toContain('only we: x.ts:1');
  });
});

test('codes are counted over all projects, those with wrong findings first', () => {
  const findings = [finding('a', 'x.ts', 1), finding('b', 'x.ts', 1)];
  const judgments: Judgment[] = [
    { code: 'a', judged: 'right', why: 'so' },
    { code: 'b', judged: 'wrong', why: 'no' },
  ];
  const result = compare([check('nodes', findings)], judged(judgments));
  const [, first, second] = codesText([result, result]).split('\n');
  expect(first?.split(/\s+/)).toEqual(['b', '0', '0', '2', '0', '0']);
  expect(second?.split(/\s+/)).toEqual(['a', '2', '0', '0', '0', '0']);
});

describe('a file of judgments', () => {
  const text = `
project: someone/n8n-nodes-thing
commit: ${commit}
style: declarative, npm
truth: { build: ok, types: [], load: ok }
judgments:
  - { code: a, at: x.ts:1, judged: right, why: so }
`;

  test('is read', () => {
    expect(readJudgedProject(text, 'thing.yaml').judgments).toEqual([
      { code: 'a', at: 'x.ts:1', judged: 'right', why: 'so' },
    ]);
  });

  test.each([
    ['a judgment that is none of the three', text.replace('judged: right', 'judged: maybe'), '/judgments/0/judged'],
    ['a field that is not known', text.replace('judged: right', 'verdict: right'), '/judgments/0'],
    ['a short commit', text.replace(commit, '0123456'), '/commit'],
  ])('is refused with %s', (_, wrong, field) => {
    expect(() => readJudgedProject(wrong, 'thing.yaml')).toThrow(`thing.yaml: ${field}`);
  });
});

function judged(judgments: Judgment[], truth: Partial<JudgedProject['truth']> = {}): JudgedProject {
  return {
    project: 'someone/n8n-nodes-thing',
    commit,
    style: 'declarative',
    truth: { build: 'ok', types: [], load: 'ok', ...truth },
    judgments,
  };
}

function check(name: string, findings: Finding[]): CheckReport {
  return { name, title: name, passed: findings.length === 0, findings, duration: 1 };
}

function finding(code: string, file: string, line: number): Finding {
  return { code, severity: 'error', message: `${code} is wrong`, file, line };
}

function places(findings: readonly Finding[]): string[] {
  return findings.map(({ file, line }) => `${file}:${line}`);
}

test('the judged packages can be read, each once, with its version', async () => {
  const text = await readFile(new URL('packages.yaml', import.meta.url), 'utf8');
  const all = readJudgedPackages(text, 'packages.yaml').map((one) => one.package);
  expect(new Set(all).size).toBe(all.length);
  expect(() => readJudgedPackages(text.replace(/@\d[^"]*/, ''), 'packages.yaml')).toThrow(
    /^packages.yaml: \/0\/package /,
  );
});

test('every file of judgments can be read, and is named for its project', async () => {
  const folder = new URL('judgments/', import.meta.url);
  for (const name of await readdir(folder)) {
    const { project, folder: inside } = readJudgedProject(await readFile(new URL(name, folder), 'utf8'), name);
    const parts = [project, ...(inside?.split('/') ?? [])].map((part) => part.replace('/', '+'));
    expect(name).toBe(`${parts.join('+')}.yaml`);
  }
});
