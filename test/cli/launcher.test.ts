import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../kernel/errors.ts';
import { launcher, service, serviceHere, temporaryFolder } from './service-process.ts';

const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

/** What the built command is made of: there, modules can be told apart. */
const source = fileURLToPath(new URL('../../cli/service.ts', import.meta.url));

/** The launcher under a Node.js that says it is of another version. */
async function startedOn(version: string, ...args: string[]) {
  const folder = await temporaryFolder();
  const lie = join(folder, 'lie.mjs');
  await writeFile(
    lie,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  return execa(process.execPath, ['--import', lie, launcher, ...args], { reject: false, stripFinalNewline: false });
}

/** Runs a line of a shell in an empty folder; `"$0" "$1"` is the command. */
async function inShell(line: string) {
  return execa('sh', ['-c', line, process.execPath, launcher], { cwd: await temporaryFolder(), reject: false });
}

describe('the launcher', () => {
  it('says on an older Node.js which one is needed, and exits 2', async () => {
    const version = '23.11.0';
    const { exitCode, stdout, stderr } = await startedOn(version, '--version');
    const { message, next } = errorCatalogue.NODE_TOO_OLD;
    const said = message.replace('{needed}', '24').replace('{version}', version);
    expect(stderr).toBe(`Error: ${said} (NODE_TOO_OLD)\n  ${next}\n`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    const json = await startedOn(version, 'verify', '--json');
    expect(JSON.parse(json.stdout)).toEqual({ error: { code: 'NODE_TOO_OLD', message: said } });
  });

  it('asks for the Node.js that package.json asks for', () => {
    expect(manifest.engines.node).toBe('>=24');
  });

  it('can be read by a Node.js that is too old', async () => {
    const text = stripTypeScriptTypes(await readFile(source, 'utf8'));
    // What Node.js 14 does not know: these would be syntax errors there, before a word could be said.
    expect(text).not.toMatch(/\?\?=|\|\|=|&&=|#\w+|\bstatic\s*\{|^await |\bwith\s*\{\s*type/m);
    expect(text.match(/^import .*/gm)).toEqual(["import module from 'node:module';"]);
  });

  it.runIf(existsSync('/dev/full')).each(['--version', 'checks'])('fails if %s cannot be written', async (words) => {
    const { exitCode, stderr } = await inShell(`"$0" "$1" ${words} > /dev/full`);
    expect(stderr).toMatch(/^Error: Cannot write standard output: ENOSPC.* \(UNWRITABLE_PATH\)$/);
    expect(exitCode).toBe(2);
  });

  it('succeeds if its reader has read enough', async () => {
    const { exitCode, stderr } = await inShell('{ "$0" "$1" checks; echo $? >&2; } | head -1');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '0' });
  });

  it('says that the current folder was removed', async () => {
    const { exitCode, stderr } = await inShell('rmdir "$PWD"; "$0" "$1" verify --dry-run');
    expect(stderr).toContain('Cannot read the current folder: it was removed (UNREADABLE_PATH)');
    expect(exitCode).toBe(2);
  });

  it('prints the version alone', async () => {
    const cache = await temporaryFolder();
    const { stdout, left } = await service(['--version'], { env: { XDG_CACHE_HOME: cache } });
    expect(stdout).toBe(`${manifest.version}\n`);
    // Compiled code is elsewhere.
    expect(left).toEqual([]);
    expect((await serviceHere(['-v'])).stdout).toBe(`${manifest.version}\n`);
    expect(JSON.parse((await serviceHere(['--version', '--json'])).stdout)).toEqual({ version: manifest.version });
  });

  it('loads next to nothing to print the version', async () => {
    const trace = `import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) { process._rawDebug(url); return next(url, context); } });`;
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'trace.mjs'), trace);
    const traced = await execa(process.execPath, ['--import', join(folder, 'trace.mjs'), source, '--version']);
    const loaded = traced.stderr.split('\n').filter((url) => url.includes('/node_modules/'));
    expect(loaded.map((url) => /node_modules\/([^/]+)/.exec(url)?.[1]).sort()).toEqual(['picocolors']);
    expect(traced.stderr).not.toContain('/kernel/');
  });
});

describe('help', () => {
  it.each([['--help'], []])('lists the commands: service %s', async (...args) => {
    const { exitCode, stdout } = await service(args.filter((arg) => arg !== undefined));
    for (const command of ['verify [file]', 'checks', 'explain <code>', 'auth login', 'runs watch <id>', 'serve']) {
      expect(stdout).toContain(`\n  ${command} `);
    }
    expect(exitCode).toBe(0);
  });

  it.each([
    ['verify', '--help'],
    ['help', 'verify'],
  ])('explains one command: service %s %s', async (...args) => {
    const { exitCode, stdout } = await service(args);
    expect(stdout).toMatch(/^Usage:\n {2}\$ service verify \[file\] \[options\]\n/);
    for (const flag of ['--type <type>', '--no-logs', '--max-warnings <n>']) expect(stdout).toContain(`\n  ${flag} `);
    // What cac would add to flags that take something away.
    expect(stdout).not.toContain('default: true');
    expect(exitCode).toBe(0);
  });

  it.each([
    [
      ['n8n', '--help'],
      ['n8n install [version]', 'n8n list', 'n8n remove <version>'],
    ],
    [
      ['help', 'admin', 'account'],
      ['admin account create', 'admin account list'],
    ],
    [['admin', 'credits', 'grnt', '-h'], ['admin credits grant']],
  ])('lists the commands of a group: service %j', async (args, commands) => {
    const { exitCode, stdout } = await service(args);
    expect(stdout).toMatch(/^Usage:\n {2}\$ service (?:n8n|admin \w+) <command> \[options\]\n/);
    expect(stdout.match(/^ {2}\w+ .*?(?= {2}|$)/gm)?.map((line) => line.trim())).toEqual(commands);
    expect(exitCode).toBe(0);
  });
});
