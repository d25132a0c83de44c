import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { editorCommand } from '../../../cli/watch/open-editor.ts';
import { ProjectChanges } from '../../../cli/watch/project-changes.ts';
import { processesOf } from '../../../runner/process-tree.ts';
import { atTerminal } from '../at-terminal.ts';
import { project, type Start, service, serviceHere, temporaryFolder } from '../service-process.ts';
import { toyProject } from '../toy-project.ts';

const faults = (...messages: string[]) =>
  JSON.stringify(messages.map((message) => ({ code: 'toy-error', message, file: 'src/a.ts', line: 1 })));
const watching = ['verify', '--local', '--watch', '--no-logs', '--allow-plugins'];

/** Saves a file in one step, as many editors do. */
async function save(path: string, text: string): Promise<void> {
  const written = join(await temporaryFolder(), 'saved');
  await writeFile(written, text);
  await rename(written, path);
}

/** Does one thing after each run, and ends the command after the run that follows the last of them. */
function afterRuns(...steps: readonly (() => Promise<void>)[]): NonNullable<Start['during']> {
  return (child) => {
    const left = [...steps];
    child.stderr.on('data', (text) => {
      if (!String(text).includes('Watching ')) return;
      const step = left.shift();
      if (step) void step();
      else child.kill('SIGINT');
    });
  };
}

describe('verify --watch', () => {
  it('verifies again when a file is saved, says what changed, and ends with the last exit code', async () => {
    const cwd = await toyProject({ 'src/faults.json': faults('One', 'Two'), 'src/a.ts': '' });
    const { exitCode, stdout, stderr } = await service(watching, {
      cwd,
      during: afterRuns(
        () => save(join(cwd, 'src/faults.json'), faults('Two', 'Three')),
        () => save(join(cwd, 'src/faults.json'), faults('Three', 'Two')),
        () => save(join(cwd, 'src/faults.json'), '[]'),
      ),
    });
    expect(stderr.match(/^Since the last run.*|^ {2}src.*|^Watching/gm)).toEqual([
      'Watching',
      'Since the last run: 1 new, 1 fixed',
      '  src/a.ts:1  error  toy-error  Three',
      'Watching',
      'Since the last run: 0 new, 0 fixed',
      'Watching',
      'Since the last run: 0 new, 2 fixed',
      'Watching',
    ]);
    expect(stdout.match(/^Verification \w+/gm)?.slice(-2)).toEqual(['Verification failed', 'Verification passed']);
    expect(exitCode).toBe(0);
  });

  it('prints findings before the run has ended, and cancels it when a file is saved', async () => {
    const cwd = await toyProject({ 'src/faults.json': faults('One fault'), 'src/wait': '' });
    const { exitCode, stdout, stderr } = await service(['verify', '--local', '--watch', '--allow-plugins'], {
      cwd,
      during(child) {
        child.stdout.on('data', (text) => {
          if (String(text).includes('One fault')) void rm(join(cwd, 'src/wait'), { force: true });
        });
        afterRuns()(child);
      },
    });
    expect(stdout.match(/One fault|^Verification \w+/gm)).toEqual(['One fault', 'One fault', 'Verification failed']);
    expect(stderr.match(/^Restarted$/gm)).toHaveLength(1);
    expect(stdout + stderr).not.toContain('not finished');
    expect(exitCode).toBe(1);
  });

  it("prints n8n's findings in the files that changed before the checks have ended, and all of them after", async () => {
    const saved = 'nodes/Cloudpad/Cloudpad.node.ts';
    const failing = async (path: string) =>
      readFile(new URL(`../../../examples/failing-node/${path}`, import.meta.url), 'utf8');
    const cwd = await project({ 'package.json': await failing('package.json'), [saved]: await failing(saved) });
    const { stdout } = await service([...watching, '--offline'], {
      cwd,
      during: afterRuns(() => appendFile(join(cwd, saved), 'console.log(1);\n')),
    });
    const [, second = ''] = stdout.split(/^Verification .*/m);
    const [early = ''] = /^So far: .*$[\s\S]*?^ {2}Still running: .*nodes.*$/m.exec(second) ?? [];
    expect(early).toMatch(new RegExp(`^So far: .*error.* of n8n's linter in ${saved}$`, 'm'));
    const [, later = ''] = second.split(early);
    const codes = [...early.matchAll(/Cloudpad\.node\.ts:\d+:\d+ {2}\w+ {2}(\S+)/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(later).toContain(code);
  });

  it('continues after the process of the checks was killed between runs', async () => {
    const cwd = await toyProject({ 'src/a.ts': '' });
    const { stdout } = await service(watching, {
      cwd,
      during(child) {
        afterRuns(async () => {
          const [command = 0, ...others] = processesOf(child.pid ?? 0);
          for (const id of others) process.kill(id, 'SIGKILL');
          await expect.poll(() => processesOf(command)).toEqual([command]);
          await save(join(cwd, 'src/a.ts'), 'saved');
        })(child);
      },
    });
    expect(stdout.match(/^Verification \w+/gm)).toEqual(['Verification passed', 'Verification passed']);
  });

  it('continues after an error in the configuration', async () => {
    const cwd = await toyProject({ 'src/a.ts': '' });
    const { stderr, stdout } = await service(watching, {
      cwd,
      during: afterRuns(
        () => save(join(cwd, '.service/config.json'), '{'),
        () => save(join(cwd, '.service/config.json'), '{ "projectType": "n8n-workflow" }'),
      ),
    });
    expect(stderr).toContain('(INVALID_CONFIG)');
    expect(stdout).toContain('Verification rejected: NOT_IMPLEMENTED');
  });

  it('runs again, opens a finding and quits by keys', async () => {
    const cwd = await toyProject({ 'src/faults.json': faults('One fault'), 'src/a.ts': 'the opened file' });
    const { exitCode, screen } = await atTerminal(watching, {
      cwd,
      env: { EDITOR: 'cat -n' },
      answers: [
        // Two keys at once.
        ['q to quit', 're'],
        ['\tthe opened file', 'q'],
      ],
    });
    expect(screen).toContain('Verification failed');
    expect(exitCode).toBe(1);
  });

  it.each([[['--json']], [['n8n-nodes-x', '--type', 'n8n-node']]])('cannot be used with %s', async (more) => {
    const { exitCode, stderr } = await serviceHere(['verify', '--local', '--watch', ...more]);
    expect(stderr).toContain('--watch requires --local and a project');
    expect(exitCode).toBe(2);
  });
});

const unexpected = (message: string) => expect.unreachable(message);

/** Whether a process may have a limit of its own. */
const mayLimit = await execa('unshare', ['-Ur', 'true'], { reject: false });

describe('changes of a project', () => {
  it.runIf(mayLimit.exitCode === 0)('names a folder once if the system watches no more', async () => {
    const folder = await project({ 'nodes/A.ts': '', 'nodes/a/A.ts': '', 'nodes/b/B.ts': '' });
    const module = new URL('../../../cli/watch/project-changes.ts', import.meta.url);
    const program = `
      const { mkdirSync } = await import('node:fs');
      const { ProjectChanges } = await import('${module}');
      using changes = new ProjectChanges('${folder}', [], console.log);
      mkdirSync('${folder}/new');
      await changes.next();`;
    const limited = `echo 2 > /proc/sys/user/max_inotify_watches && exec "$0" --input-type=module -e "$1"`;
    const { stdout } = await execa('unshare', ['-Ur', 'sh', '-c', limited, process.execPath, program]);
    expect(stdout).toBe(
      `Changes in ${folder}/nodes/a do not start a run: ENOSPC: System limit for number of file watchers reached, watch '${folder}/nodes/a'`,
    );
  });

  it('are saved files, but not those of installed packages, git, the build and the command', async () => {
    const files = { 'nodes/A.ts': '', 'dist/A.js': '', 'node_modules/x/a.js': '', '.git/x': '' };
    const folder = await project(files);
    using changes = new ProjectChanges(folder, [join(folder, 'report.json')], unexpected);
    let count = 0;
    const first = changes.next().then(() => {
      count += 1;
    });
    for (const path of ['dist/A.js', 'node_modules/x/a.js', '.git/x', 'report.json'])
      await writeFile(join(folder, path), 'x');
    // The events of those files have come when that of a later one has.
    using later = new ProjectChanges(folder, [], unexpected);
    const seen = later.next();
    await writeFile(join(folder, 'dist/late.txt'), '');
    await writeFile(join(folder, 'report.json'), 'y');
    await seen;
    expect(count).toBe(0);
    await writeFile(join(folder, 'nodes/A.ts'), 'x');
    await first;
    expect(count).toBe(1);
  });

  it('are noticed however files are saved, and in folders that are added later', async () => {
    const folder = await project({ 'nodes/A.ts': '' });
    using changes = new ProjectChanges(folder, [], unexpected);
    const path = join(folder, 'nodes/A.ts');
    for (const change of [
      () => save(path, 'first'),
      () => save(path, 'second'),
      () => writeFile(path, 'in place'),
      () => rename(join(folder, 'nodes'), join(folder, 'moved')),
      () => save(join(folder, 'moved/A.ts'), 'third'),
      () => mkdir(join(folder, 'nodes/new'), { recursive: true }),
      () => writeFile(join(folder, 'nodes/new/B.ts'), ''),
      () => rm(join(folder, 'nodes'), { recursive: true }),
    ]) {
      await change();
      await changes.next();
    }
  });
});

describe('the editor', () => {
  const finding = { code: 'a', severity: 'error' as const, message: 'm', file: 'nodes/A.ts', line: 3, column: 5 };

  it('opens a finding at its line', () => {
    expect(editorCommand(finding, '/p', { EDITOR: 'vim -p' })).toEqual({
      program: 'vim',
      args: ['-p', '+3', '/p/nodes/A.ts'],
    });
    expect(editorCommand(finding, '/p', { EDITOR: 'vi', VISUAL: '/bin/code --wait' })).toEqual({
      program: '/bin/code',
      args: ['--wait', '--goto', '/p/nodes/A.ts:3:5'],
    });
  });

  it('opens nothing without an editor or a file', () => {
    expect(editorCommand(finding, '/p', {})).toBeUndefined();
    const { file: _, ...nowhere } = finding;
    expect(editorCommand(nowhere, '/p', { EDITOR: 'vi' })).toBeUndefined();
  });
});
