import { describe, expect, it } from 'vitest';
import { evidenceFrom } from '../../kernel/evidence.ts';
import type { Finding } from '../../kernel/finding.ts';
import { memoryFiles } from '../../kernel/project-files.ts';

const files = memoryFiles({
  'package.json': '{\n  "name": "toy",\n  "url": "https://x"\n}\n',
  'min.js': `${'a;'.repeat(5000)}FAULT`,
  'breaks.js': 'one\u2028two',
  'breaks.md': 'one\u2028two\nthree',
});
const withEvidence = evidenceFrom(files);

const finding = (more: Partial<Finding>): Finding => ({ code: 'c', severity: 'error', message: 'm', ...more });
const shown = async (more: Partial<Finding>) => {
  const { evidence, evidenceColumn } = await withEvidence(finding(more));
  return [evidence, evidenceColumn];
};

describe('a finding that names a line', () => {
  it('shows it, and where it begins', async () => {
    expect(await shown({ file: 'package.json', line: 3, column: 10 })).toEqual(['"url": "https://x"', 3]);
    expect(await shown({ file: 'package.json', line: 3 })).toEqual(['"url": "https://x"', 3]);
    expect(await shown({ file: 'breaks.js', line: 2 })).toEqual(['two', 1]);
    expect(await shown({ file: 'breaks.md', line: 2 })).toEqual(['three', 1]);
  });

  it('shows the part of a long line in which it is', async () => {
    const [evidence, evidenceColumn] = await shown({ file: 'min.js', line: 1, column: 10_001 });
    expect(evidence).toMatch(/^[a;]{40}FAULT$/);
    expect(evidenceColumn).toBe(9961);
  });

  it('shows all of the line where it has shown a part of it', async () => {
    const place = { file: 'package.json', line: 3, column: 10 };
    expect(await shown({ ...place, evidence: 'https://x' })).toEqual(['"url": "https://x"', 3]);
    expect(await shown({ ...place, evidence: '"url": …' })).toEqual(['"url": "https://x"', 3]);
  });

  it('sets the column of the part that is shown', async () => {
    const known = { file: 'package.json', line: 3, evidence: 'https://x' };
    expect(await withEvidence(finding(known))).toMatchObject({ column: 11, evidenceColumn: 3 });
    expect(await withEvidence(finding({ ...known, column: 10 }))).toMatchObject({ column: 10 });
    expect(await withEvidence(finding({ file: 'package.json', line: 3 }))).not.toHaveProperty('column');
    const whole = { ...known, evidence: '"url": "https://x"' };
    expect(await withEvidence(finding(whole))).not.toHaveProperty('column');
  });

  it('keeps evidence with other text or with a column', async () => {
    const place = { file: 'package.json', line: 3, column: 10 };
    expect(await shown({ ...place, evidence: 'http… (9 characters)' })).toEqual(['http… (9 characters)', undefined]);
    expect(await shown({ ...place, evidence: 'url', evidenceColumn: 4 })).toEqual(['url', 4]);
  });

  it('shows nothing where nothing is to be shown', async () => {
    const secret = finding({ file: 'package.json', line: 3, column: 10, evidence: '', fix: 'f' });
    const { evidence, ...rest } = secret;
    expect(await withEvidence(secret)).toStrictEqual(rest);
  });
});

it.each([
  ['no place', {}],
  ['no line', { file: 'package.json' }],
  ['a line that is not there', { file: 'package.json', line: 99 }],
  ['an empty line', { file: 'package.json', line: 5 }],
  ['a file that is not there', { file: 'gone.ts', line: 1 }],
])('a finding with %s is unchanged', async (_, more) => {
  expect(await withEvidence(finding(more))).toEqual(finding(more));
});

it('a file that cannot be read does not remove a finding', async () => {
  const unreadable = { ...files, read: () => Promise.reject(new Error('EIO')) };
  const told = finding({ file: 'package.json', line: 3 });
  expect(await evidenceFrom(unreadable)(told)).toEqual(told);
});
