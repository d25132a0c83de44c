import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../cli/fix/apply-edits.ts';
import { fixedFiles } from '../../../cli/fix/fixed-files.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { project, service, serviceHere } from '../service-process.ts';
import { toyProject } from '../toy-project.ts';

describe('edits of a text', () => {
  it('are applied from the first to the last, but of two that touch only the first', () => {
    const edits = [
      { start: 4, end: 5, text: 'E' },
      { start: 0, end: 2, text: 'x' },
      { start: 2, end: 3, text: '-' },
    ];
    expect(applyEdits('abcdef', edits)).toEqual({ text: 'xcdEf', applied: 2 });
  });

  it('outside of the text are left out', () => {
    expect(applyEdits('ab', [{ start: 1, end: 9, text: 'x' }])).toEqual({ text: 'ab', applied: 0 });
  });

  it('change nothing outside of their ranges', () => {
    const anEdit = fc.record({ start: fc.nat(20), end: fc.nat(20), text: fc.string() });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.array(anEdit), (text, edits) => {
        const { text: fixed, applied } = applyEdits(text, edits);
        if (applied === 0) expect(fixed).toBe(text);
        const first = Math.min(text.length, ...edits.map(({ start }) => start));
        expect(fixed.slice(0, first)).toBe(text.slice(0, first));
      }),
    );
  });
});

/** Everything is fixed that can be. */
const all = { groups: (_: string, findings: readonly Finding[]) => [findings] };

it('leaves out a file that would no longer be JSON', async () => {
  const folder = await project({ 'package.json': '{"a":1}', 'a.ts': 'a' });
  const finding = (file: string) => ({
    code: 'a',
    severity: 'error' as const,
    message: 'm',
    file,
    edit: { start: 0, end: 1, text: '' },
  });
  const files = fixedFiles(folder, [finding('package.json'), finding('a.ts')], all);
  expect(files.map(({ path }) => path)).toEqual(['a.ts']);
});

it('keeps a byte order mark', async () => {
  const folder = await project({ 'package.json': '\ufeff{"a":1}', 'a.ts': '\ufeffab' });
  const finding = (file: string, start: number) => ({
    code: 'a',
    severity: 'error' as const,
    message: 'm',
    file,
    edit: { start, end: start + 1, text: '2' },
  });
  const files = fixedFiles(folder, [finding('package.json', 5), finding('a.ts', 0)], all);
  expect(files.map(({ after }) => after)).toEqual(['\ufeff{"a":2}', '\ufeff2b']);
});

/** A project whose check finds one fault for each `bad` in src/a.ts, with the edit that removes it, in a git repository. */
async function faulty(text: string) {
  const cwd = await toyProject({ 'src/faults.json': '[]', 'src/edits.ts': text });
  await execa({ cwd })`git init -q`;
  await commit(cwd);
  return cwd;
}

async function commit(cwd: string) {
  await execa({ cwd })`git add -A`;
  await execa({ cwd })`git -c user.name=a -c user.email=a@example.org commit -qm all`;
}

const fixing = ['verify', '--local', '--allow-plugins', '--no-logs'];

describe('verify --fix', () => {
  it('applies unambiguous fixes, and verifies the result', async () => {
    const cwd = await faulty('bad good badbad');
    const { stdout, stderr, exitCode } = await service([...fixing, '--fix'], { cwd });
    expect(await readFile(join(cwd, 'src/edits.ts'), 'utf8')).toBe('fine good finefine');
    expect(stderr).toContain('Fixed 3 findings in 1 file\n');
    expect(stdout).toContain('Verification passed');
    expect(exitCode).toBe(0);
  });

  it('prints with --fix=dry-run what --fix does, in all of its passes', async () => {
    const cwd = await faulty('bad good badbad');
    const { stdout, stderr } = await serviceHere([...fixing, '--fix=dry-run'], { cwd });
    expect(stdout).toContain('--- a/src/edits.ts\n+++ b/src/edits.ts\n@@ -1,1 +1,1 @@\n-bad good badbad\n');
    expect(stdout).toContain('\n+fine good finefine\n');
    expect(stderr).toContain('Would fix 3 findings in 1 file\n');
    expect(await readFile(join(cwd, 'src/edits.ts'), 'utf8')).toBe('bad good badbad');
  });

  it('needs a committed state, or --force', async () => {
    const cwd = await faulty('bad');
    await writeFile(join(cwd, 'src/edits.ts'), 'bad bad');
    const refused = await serviceHere([...fixing, '--fix'], { cwd });
    expect(refused.stderr).toContain('uncommitted changes, so changes by --fix could not be undone');
    expect(refused.exitCode).toBe(2);
    await serviceHere([...fixing, '--fix', '--force'], { cwd });
    expect(await readFile(join(cwd, 'src/edits.ts'), 'utf8')).toBe('fine fine');
  });

  it('restores a file that fixes would break', async () => {
    const cwd = await faulty('bad syntax');
    const { stderr } = await serviceHere([...fixing, '--fix'], { cwd });
    expect(stderr).toContain(
      'src/edits.ts: these fixes were undone, because the file would no longer compile or load: ',
    );
    expect(stderr).toContain('Nothing to fix');
    expect(await readFile(join(cwd, 'src/edits.ts'), 'utf8')).toBe('bad syntax');
  });

  it('writes through no link of the project', async () => {
    const cwd = await faulty('');
    const outside = await project({ 'a.ts': 'bad' });
    await writeFile(join(cwd, 'src/edits.ts'), 'bad');
    await commit(cwd);
    await execa({ cwd })`rm src/edits.ts`;
    await symlink(join(outside, 'a.ts'), join(cwd, 'src/edits.ts'));
    await commit(cwd);
    await serviceHere([...fixing, '--fix'], { cwd });
    expect(await readFile(join(outside, 'a.ts'), 'utf8')).toBe('bad');
  });

  it.each([[['--watch']], [['n8n-nodes-x', '--type', 'n8n-node']]])('cannot be used with %s', async (more) => {
    const { exitCode, stderr } = await serviceHere(['verify', '--local', '--fix', ...more]);
    expect(stderr).toContain('--fix requires --local and a project');
    expect(exitCode).toBe(2);
  });
});
