import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, service, temporaryFolder } from './service-process.ts';
import { toyProject } from './toy-project.ts';

interface Row {
  name: string;
  args: readonly string[];
  /** Files of the folder that the command runs in. */
  files?: Record<string, string>;
  code: string;
  /** What standard error says, after `Error: `. */
  says: string;
}

const manifest = '{ "name": "n8n-nodes-x", "n8n": {} }';
const config = (text: string) => ({ 'package.json': manifest, '.service/config.json': text });

/** Wrong use: exit code 2, a message with its code, nothing on standard output, nothing left behind. */
const rows: readonly Row[] = [
  // What is typed.
  {
    name: 'an unknown command',
    args: ['vrify'],
    code: 'INVALID_USAGE',
    says: 'Unknown command "vrify"; did you mean "verify"?',
  },
  { name: 'a command far from any', args: ['frobnicate'], code: 'INVALID_USAGE', says: 'Unknown command "frobnicate"' },
  { name: 'no command but flags', args: ['--json'], code: 'INVALID_USAGE', says: 'There is no command before --json' },
  {
    name: 'an unknown flag',
    args: ['verify', '--jsn'],
    code: 'INVALID_USAGE',
    says: 'Unknown flag --jsn for `service verify`; did you mean "--json"?',
  },
  {
    name: 'the opposite of a flag',
    args: ['verify', '--no-json'],
    code: 'INVALID_USAGE',
    says: 'Unknown flag --no-json for `service verify`; did you mean "--json"?',
  },
  {
    name: 'a flag in camel case',
    args: ['verify', '--baseUrl', 'x'],
    code: 'INVALID_USAGE',
    says: 'Unknown flag --baseUrl for `service verify`; did you mean "--base-url"?',
  },
  {
    name: 'a flag of another command',
    args: ['explain', 'x', '--local'],
    code: 'INVALID_USAGE',
    says: 'Unknown flag --local for `service explain`',
  },
  {
    name: 'a dotted flag',
    args: ['verify', '--ref.x=1'],
    code: 'INVALID_USAGE',
    says: 'Unknown flag --ref.x for `service verify`; did you mean "--ref"?',
  },
  {
    name: 'an unknown short flag',
    args: ['verify', '-x'],
    code: 'INVALID_USAGE',
    says: 'Unknown flag -x for `service verify`',
  },
  {
    name: 'a flag at the end without its value',
    args: ['verify', '--ref'],
    code: 'INVALID_USAGE',
    says: '--ref needs a value',
  },
  { name: 'an empty value', args: ['verify', '--ref='], code: 'INVALID_USAGE', says: '--ref needs a value' },
  {
    name: 'a flag where the value should be',
    args: ['verify', '--ref', '--local'],
    code: 'INVALID_USAGE',
    says: '--ref needs a value before --local; a value that begins with a dash is given as --ref=…',
  },
  {
    name: 'a value for a flag without one',
    args: ['verify', '--local=yes'],
    code: 'INVALID_USAGE',
    says: '--local takes no value',
  },
  {
    name: 'a flag twice',
    args: ['verify', '--ref', 'a', '--ref', 'b'],
    code: 'INVALID_USAGE',
    says: '--ref is given more than once',
  },
  {
    name: 'two arguments',
    args: ['verify', 'a', 'b'],
    code: 'INVALID_USAGE',
    says: 'Unexpected argument "b" for `service verify`',
  },
  { name: 'a missing argument', args: ['explain'], code: 'INVALID_USAGE', says: '`service explain` needs a <code>' },
  {
    name: 'an unknown code',
    args: ['explain', 'NO_API_KY'],
    code: 'UNKNOWN_CODE',
    says: 'There is no code "NO_API_KY"',
  },
  {
    name: 'an unknown report',
    args: ['verify', '--report', 'sarf'],
    code: 'INVALID_USAGE',
    says: 'Unknown report format "sarf"; did you mean "sarif"?',
  },
  {
    name: 'a report without its path',
    args: ['verify', '--report', 'sarif='],
    code: 'INVALID_USAGE',
    says: '--report sarif= needs a path after the =',
  },
  {
    name: 'two reports on standard output',
    args: ['verify', '--report', 'sarif', '--report', 'json'],
    code: 'INVALID_USAGE',
    says: 'Only one report can be printed',
  },
  {
    name: 'a number of warnings that is none',
    args: ['verify', '--max-warnings', '-1'],
    code: 'INVALID_USAGE',
    says: 'Invalid --max-warnings "-1"',
  },
  {
    name: 'not waiting for a local run',
    args: ['verify', '--local', '--no-wait'],
    code: 'INVALID_USAGE',
    says: '--no-wait is for the cloud',
  },

  // The project.
  {
    name: 'a folder that is not there',
    args: ['verify', '--local', '--cwd', 'nowhere'],
    code: 'UNREADABLE_PATH',
    says: 'Could not read nowhere',
  },
  {
    name: 'a file as the folder',
    args: ['verify', '--local', '--cwd', 'package.json'],
    files: { 'package.json': manifest },
    code: 'UNREADABLE_PATH',
    says: 'Could not read package.json: it is not a folder',
  },
  { name: 'an empty folder', args: ['verify', '--local'], code: 'NO_FILES', says: 'No files found to upload in ' },
  {
    name: 'an unknown type',
    args: ['verify', '--local', '--type', 'n8n'],
    files: { 'package.json': manifest },
    code: 'INVALID_TYPE',
    says: 'Invalid --type "n8n"',
  },
  {
    name: 'a configuration that is not JSON',
    args: ['verify', '--local'],
    files: config('{\n  "timeout": 3,\n}'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:3:1: invalid JSON: ',
  },
  {
    name: 'a configuration that is no object',
    args: ['verify', '--local'],
    files: config('[]'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:1:1: the file must be object',
  },
  {
    name: 'a field of the wrong type',
    args: ['verify', '--local'],
    files: config('{\n  "include": "src"\n}'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:2:14: include must be array',
  },
  {
    name: 'an entry of the wrong type',
    args: ['verify', '--local'],
    files: config('{ "include": ["src", 5] }'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:1:22: include.1 must be string',
  },
  {
    name: 'a severity that is none',
    args: ['verify', '--local'],
    files: config('{ "rules": { "x": "warn" } }'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:1:19: rules.x must be "off", "warning" or "error"',
  },
  {
    name: 'a type in the configuration that nobody knows',
    args: ['verify', '--local'],
    files: config('{ "projectType": "x" }'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:1:18: projectType "x" is not known',
  },
  {
    name: 'an include list that finds nothing',
    args: ['verify', '--local'],
    files: config('{ "include": ["lib"] }'),
    code: 'NO_FILES',
    says: 'No files found to upload in ',
  },
  {
    name: 'an include list that leaves the project',
    args: ['verify', '--local'],
    files: config('{ "include": ["../x"] }'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json: the include entry "../x" leaves the project',
  },
  {
    name: 'a plugin that is not there',
    args: ['verify', '--local'],
    files: config('{ "plugins": ["./nothing.ts"] }'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:1:15: the plugin "./nothing.ts" could not be loaded',
  },
  {
    name: 'a plugin that throws',
    args: ['verify', '--local'],
    files: { ...config('{ "plugins": ["./p.mjs"] }'), 'p.mjs': 'throw new Error("no luck")' },
    code: 'INVALID_CONFIG',
    says: '.service/config.json:1:15: the plugin "./p.mjs" could not be loaded: no luck',
  },
  {
    name: 'a module that is no plugin',
    args: ['verify', '--local'],
    files: { ...config('{ "plugins": ["./p.mjs"] }'), 'p.mjs': 'export default { name: 5 }' },
    code: 'PLUGIN_INVALID',
    says: 'Plugin (unnamed): name must be string',
  },
  ...['0', '-1', 'abc', 'Infinity', '1e999', '0x10', '5s', 'NaN'].map((value) => ({
    name: `the limit ${value}`,
    args: ['verify', '--local', '--timeout', value],
    files: { 'package.json': manifest },
    code: 'INVALID_TIMEOUT',
    says: `Invalid --timeout "${value}": it must be a positive, finite number of seconds`,
  })),
  {
    name: 'a limit in the configuration',
    args: ['verify', '--local'],
    files: config('{ "timeout": 0 }'),
    code: 'INVALID_TIMEOUT',
    says: 'Invalid timeout in .service/config.json:1:14 "0"',
  },

  // A published package.
  {
    name: 'a path as the package',
    args: ['verify', '--local', './src'],
    code: 'PATH_NOT_SUPPORTED',
    says: '"./src" is a path',
  },
  {
    name: 'a folder that is there as the package',
    args: ['verify', '--local', 'src', '--type', 'n8n-node'],
    files: { 'src/a.ts': '' },
    code: 'PATH_NOT_SUPPORTED',
    says: '"src" is a path',
  },
  {
    name: 'a file that is there as the package',
    args: ['verify', '--local', 'package.json'],
    files: { 'package.json': manifest },
    code: 'PATH_NOT_SUPPORTED',
    says: '"package.json" is a path',
  },
  {
    name: 'a URL as the package',
    args: ['verify', '--local', 'https://example.com/x.tgz'],
    code: 'INVALID_PACKAGE_REF',
    says: '"https://example.com/x.tgz" is not a package reference',
  },
  {
    name: 'a package without a type',
    args: ['verify', '--local', 'n8n-nodes-x'],
    code: 'TYPE_REQUIRED',
    says: '--type is required when a package name is given',
  },
  {
    name: 'a package with an unknown type',
    args: ['verify', '--local', 'n8n-nodes-x', '--type', 'x'],
    code: 'INVALID_TYPE',
    says: 'Invalid --type "x"',
  },

  // Two faults at once: the earlier step's is told.
  {
    name: 'configuration before limit',
    args: ['verify', '--local', '--timeout', '0'],
    files: config('{'),
    code: 'INVALID_CONFIG',
    says: '.service/config.json:1:2',
  },
  {
    name: 'type before limit',
    args: ['verify', '--local', '--timeout', '0', '--type', 'x'],
    files: { 'package.json': manifest },
    code: 'INVALID_TYPE',
    says: 'Invalid --type "x"',
  },
  {
    name: 'limit before files',
    args: ['verify', '--local', '--timeout', '0'],
    code: 'INVALID_TIMEOUT',
    says: 'Invalid --timeout "0"',
  },
  {
    name: 'reference before type',
    args: ['verify', '--local', 'git:x', '--type', 'x'],
    code: 'INVALID_PACKAGE_REF',
    says: '"git:x" is not a package reference',
  },
  {
    name: 'type before limit, with a package',
    args: ['verify', '--local', 'n8n-nodes-x', '--timeout', '0'],
    code: 'TYPE_REQUIRED',
    says: '--type is required',
  },
  {
    name: 'an unknown flag before all',
    args: ['verify', '--local', '--timeout', '0', '--type', 'x', '--unknown'],
    code: 'INVALID_USAGE',
    says: 'Unknown flag --unknown',
  },
];

describe('wrong use', () => {
  it.each(rows)('$name ends with code 2 and $code', async ({ args, files = {}, code, says }) => {
    const cwd = await project(files);
    const text = await service(args, { cwd });
    const [first = '', next = ''] = text.stderr.split('\n');
    expect(first).toContain(`Error: ${says}`);
    expect(first).toMatch(new RegExp(`\\(${code}\\)$`));
    expect(next).toMatch(/^ {2}\S/);
    expect(text.stderr).not.toMatch(/^\s+at /m);
    expect(text).toMatchObject({ exitCode: 2, stdout: '', left: [] });
  });

  it('tells the same as a document with --json', async () => {
    const { exitCode, stdout, stderr } = await service(['verify', '--timeout', 'abc', '--json'], {
      cwd: await project({ 'package.json': manifest }),
    });
    const message = 'Invalid --timeout "abc": it must be a positive, finite number of seconds';
    expect(JSON.parse(stdout)).toEqual({ error: { code: 'INVALID_TIMEOUT', message } });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it.skipIf(process.getuid?.() === 0)('names a file that may not be read', async () => {
    const cwd = await project({ 'package.json': manifest, 'src/secret.ts': '' });
    await chmod(join(cwd, 'src/secret.ts'), 0);
    const { exitCode, stderr } = await service(['verify', '--local'], { cwd });
    expect(stderr).toContain('Could not read src/secret.ts');
    expect(exitCode).toBe(2);
  });

  it('names a configuration that is a folder', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, '.service/config.json'), { recursive: true });
    await writeFile(join(cwd, 'package.json'), manifest);
    const { exitCode, stderr } = await service(['verify', '--local'], { cwd });
    expect(stderr).toContain('.service/config.json: it is a folder');
    expect(exitCode).toBe(2);
  });

  it('warns of a field that nobody knows, and goes on', async () => {
    const cwd = await toyProject({}, { timeOut: 5 });
    const { exitCode, stderr } = await service(['verify', '--local', '--no-logs'], { cwd });
    expect(stderr).toMatch(
      /^Warning: \.service\/config\.json:1:\d+: unknown field "timeOut"; did you mean "timeout"\?\n$/,
    );
    expect(exitCode).toBe(0);
  });
});
