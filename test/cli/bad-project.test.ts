import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, serviceHere, temporaryFolder } from './service-process.ts';
import { toyProject } from './toy-project.ts';
import { testWrongUse } from './wrong-use.ts';

const manifest = '{ "name": "n8n-nodes-x", "n8n": {} }';
const config = (text: string) => ({ 'package.json': manifest, '.service/config.json': text });

describe('a project that cannot be verified', () => {
  testWrongUse([
    {
      name: 'a folder that is not there',
      args: ['verify', '--local', '--cwd', 'nowhere'],
      code: 'UNREADABLE_PATH',
      says: 'Cannot read nowhere',
    },
    {
      name: 'a file as the folder',
      args: ['verify', '--local', '--cwd', 'package.json'],
      files: { 'package.json': manifest },
      code: 'UNREADABLE_PATH',
      says: 'Cannot read package.json: not a folder',
      next: 'Pass the folder of the project: --cwd ..',
    },
    { name: 'an empty folder', args: ['verify', '--local'], code: 'NO_FILES', says: 'No files found to verify in ' },
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
      next: 'Fix it; docs/configuration.md (in the package verify-service) describes the fields.',
    },
    {
      name: 'a configuration that is no object',
      args: ['verify', '--local'],
      files: config('[]'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:1: the file must be an object',
    },
    {
      name: 'a field of the wrong type',
      args: ['verify', '--local'],
      files: config('{\n  "include": "src"\n}'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:2:14: include must be an array',
    },
    {
      name: 'an entry of the wrong type',
      args: ['verify', '--local'],
      files: config('{ "include": ["src", 5] }'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:22: include[1] must be a string',
    },
    {
      name: 'more patterns than anybody needs',
      args: ['verify', '--local'],
      files: config(`{ "exclude": [${Array(1001).fill('"a"')}] }`),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:14: exclude must not have more than 1000 items',
    },
    {
      name: 'a pattern that is longer than any path',
      args: ['verify', '--local'],
      files: config(`{ "exclude": ["${'*a'.repeat(600)}"] }`),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:15: exclude[0] must not have more than 1024 characters',
    },
    {
      name: 'a severity that is none',
      args: ['verify', '--local'],
      files: config('{ "rules": { "x": "warn" } }'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:19: rules.x must be "off", "error" or "warning"',
    },
    {
      name: 'a type in the configuration that nobody knows',
      args: ['verify', '--local'],
      files: config('{ "projectType": "x" }'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:18: unknown projectType "x"',
    },
    ...[
      ['{ "behaviour": [] }', '1:16: behaviour must be an object'],
      ['{ "behaviour": { "operation": [] } }', '1:31: behaviour.operation is not a known field'],
      ['{ "behaviour": {\n"operations": [{ "node": "x" }] } }', '2:16: behaviour.operations[0] must have "reason"'],
      [
        '{ "behaviour": { "operations": [{ "reason": "x", "until": 1 }] } }',
        '1:59: behaviour.operations[0].until is not',
      ],
    ].map(([text = '', says]) => ({
      name: `settings of a check that cannot be used: ${text}`,
      args: ['verify', '--local'],
      files: config(text),
      code: 'INVALID_CONFIG' as const,
      says: `.service/config.json:${says}`,
    })),
    ...[
      ['[', '1:2: invalid JSON: '],
      ['{}', '1:1: the file must be an array'],
      ['[{ "url": "/orders" }]', '1:11: [0].url must be a URL pattern like "https://'],
      ['[{ "url": "https://a.example/*",\n"status": 700 }]', '2:11: [0].status must be 599 or less'],
      ['[{ "url": "https://a.example/*", "file": "../x" }]', '1:42: [0].file must be a path in the project'],
      ['[{ "url": "https://a.example/*", "file": "x" }]', '1:42: [0].file cannot be read: x'],
      ['[{ "url": "https://a.example/*", "file": "x", "json": 1 }]', '1:42: [0].file cannot be used with "json"'],
      ['[{ "url": "https://a.example/*", "headers": { "a b": "c" } }]', '1:45: [0].headers must be names and values'],
    ].map(([text = '', says]) => ({
      name: `responses that cannot be used: ${text}`,
      args: ['verify', '--local'],
      files: { 'package.json': manifest, '.service/responses.json': text },
      code: 'INVALID_CONFIG' as const,
      says: `.service/responses.json:${says}`,
    })),
    {
      name: 'an include list that finds nothing',
      args: ['verify', '--local'],
      files: config('{ "include": ["lib"] }'),
      code: 'NO_FILES',
      says: 'No files found to verify in ',
    },
    {
      name: 'an include list that leads out of the project',
      args: ['verify', '--local'],
      files: config('{ "include": ["../x"] }'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json: the include entry "../x" leads out of the project',
    },
    {
      name: 'a plugin that is not there',
      args: ['verify', '--local', '--allow-plugins'],
      files: config('{ "plugins": ["./nothing.ts"] }'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:15: cannot load plugin "./nothing.ts"',
    },
    {
      name: 'a plugin that throws',
      args: ['verify', '--local', '--allow-plugins'],
      files: { ...config('{ "plugins": ["./p.mjs"] }'), 'p.mjs': 'throw new Error("no luck")' },
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:15: cannot load plugin "./p.mjs": no luck',
    },
    {
      name: 'a module that is no plugin',
      args: ['verify', '--local', '--allow-plugins'],
      files: { ...config('{ "plugins": ["./p.mjs"] }'), 'p.mjs': 'export default { name: 5 }' },
      code: 'PLUGIN_INVALID',
      says: 'Plugin (unnamed): name must be a string',
    },
    {
      name: 'a plugin that throws while it is applied',
      args: ['verify', '--local', '--allow-plugins'],
      files: {
        ...config('{ "plugins": ["./p.mjs"] }'),
        'p.mjs': 'export default { name: "p", apply() { throw new Error("no luck\\u001b[2J"); } }',
      },
      code: 'PLUGIN_FAILED',
      says: 'Plugin p: failed to apply: no luck\\x1b[2J',
    },
    {
      name: 'a plugin that needs one which is missing',
      args: ['verify', '--local', '--plugin', './p.mjs'],
      files: { 'package.json': manifest, 'p.mjs': 'export default { name: "p", requires: ["flour"] }' },
      code: 'PLUGIN_MISSING',
      says: 'Plugin p: requires plugin "flour", which is not registered',
    },
    {
      name: 'a plugin of the project that needs one which is missing, in the list of checks',
      args: ['checks', '--allow-plugins'],
      files: { ...config('{ "plugins": ["./p.mjs"] }'), 'p.mjs': 'export default { name: "p", requires: ["flour"] }' },
      code: 'PLUGIN_MISSING',
      says: 'Plugin p: requires plugin "flour", which is not registered',
    },
    ...['0', '-1', 'abc', 'Infinity', '1e999', '0x10', '5s', 'NaN'].map((value) => ({
      name: `the limit ${value}`,
      args: ['verify', '--local', '--allow-plugins', '--timeout', value],
      files: { 'package.json': manifest },
      code: 'INVALID_TIMEOUT',
      says: `Invalid --timeout "${value}": must be a positive, finite number of seconds`,
    })),
    {
      name: 'a limit in the configuration',
      args: ['verify', '--local'],
      files: config('{ "timeout": 0 }'),
      code: 'INVALID_TIMEOUT',
      says: 'Invalid timeout in .service/config.json:1:14 "0"',
    },
  ]);

  it('has a file name with a line break, as in the cloud', async () => {
    const cwd = await project({ 'package.json': manifest, 'nodes/a\nb.ts': '' });
    const { stderr, exitCode } = await serviceHere(['verify', '--local', '--type', 'n8n-node'], { cwd });
    expect(stderr).toContain('Path "nodes/a\\nb.ts" contains a control character');
    expect(exitCode).toBe(1);
  });

  it('prints the same as a document with --json', async () => {
    const { exitCode, stdout, stderr } = await serviceHere(['verify', '--timeout', 'abc', '--json'], {
      cwd: await project({ 'package.json': manifest }),
    });
    const message = 'Invalid --timeout "abc": must be a positive, finite number of seconds';
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'INVALID_TIMEOUT', message, hint: expect.stringContaining('--timeout') },
    });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it.skipIf(process.getuid?.() === 0)('names a file that may not be read', async () => {
    const cwd = await project({ 'package.json': manifest, 'src/secret.ts': '' });
    await chmod(join(cwd, 'src/secret.ts'), 0);
    const { exitCode, stderr } = await serviceHere(['verify', '--local'], { cwd });
    expect(stderr).toContain('Cannot read src/secret.ts');
    expect(exitCode).toBe(2);
  });

  it('names a configuration that is a folder', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, '.service/config.json'), { recursive: true });
    await writeFile(join(cwd, 'package.json'), manifest);
    const { exitCode, stderr } = await serviceHere(['verify', '--local'], { cwd });
    expect(stderr).toContain('.service/config.json: it is a folder');
    expect(exitCode).toBe(2);
  });

  it('warns of an unknown field, and continues', async () => {
    const cwd = await toyProject({}, { timeOut: 5 });
    const { exitCode, stderr } = await serviceHere(['verify', '--local', '--allow-plugins', '--no-logs'], { cwd });
    expect(stderr).toMatch(
      /^Warning: \.service\/config\.json:1:\d+: unknown field "timeOut"; did you mean "timeout"\?\n$/,
    );
    expect(exitCode).toBe(0);
  });
});
