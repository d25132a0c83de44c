import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { reportFormats } from '../../cli/report.ts';
import { serviceHere } from './service-process.ts';
import { toyProject } from './toy-project.ts';

describe('a report', () => {
  it('replaces reports of earlier runs, in every format, whether git tracks them or not', async () => {
    const cwd = await toyProject({ 'src/faults.json': JSON.stringify([{ code: 'toy-error', message: 'm' }]) });
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=out/${format}`]);
    const run = () => serviceHere(['verify', '--local', '--allow-plugins', '--no-logs', ...reports], { cwd });
    await run();
    expect((await run()).exitCode).toBe(1);
    await git(cwd);
    expect((await run()).exitCode).toBe(1);
  });

  it('never replaces a file that git tracks, and replaces one that it does not track', async () => {
    const cwd = await toyProject({ 'notes.md': '# Notes\n' });
    await git(cwd);
    await writeFile(join(cwd, 'new.md'), '# New\n');
    const run = (path: string) =>
      serviceHere(['verify', '--local', '--allow-plugins', '--no-logs', '--report', `md=${path}`], { cwd });
    expect(await run('notes.md')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await readFile(join(cwd, 'notes.md'), 'utf8')).toBe('# Notes\n');
    expect((await run('new.md')).exitCode).toBe(0);
  });
});

async function git(cwd: string): Promise<void> {
  await execa('git', ['init', '-q'], { cwd });
  await execa('git', ['add', '-A'], { cwd });
}
