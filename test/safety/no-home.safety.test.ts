import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../cloud/store/open-database.ts';
import { exampleWithoutOperations, service, serviceHere } from '../cli/service-process.ts';
import { toyProject } from '../cli/toy-project.ts';

const keepNothing = { SERVICE_NO_CACHE: '' };

describe('without a place to keep things', () => {
  test.each([
    ['no home', exampleWithoutOperations, { HOME: '', XDG_CACHE_HOME: '' }],
    ['a relative home', () => toyProject({}), { HOME: '.', XDG_CACHE_HOME: '.cache' }],
    ['a home below /proc', () => toyProject({}), { HOME: '/proc/none', XDG_CACHE_HOME: '' }],
  ])('a project is verified with %s, with one message at most', async (_, project, env) => {
    const { exitCode, stdout, stderr } = await service(['verify', '--local', '--allow-plugins'], {
      cwd: await project(),
      env: { ...keepNothing, ...env },
    });
    expect(stdout).toContain('Verification passed: ');
    expect(exitCode).toBe(0);
    expect(stderr.match(/ are not (?:remembered|kept)/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test.each([
    [['serve', '--port', '0', '--data', '/proc/none'], 'DATA_FOLDER_UNUSABLE'],
    [['admin', 'account', 'list', '--data', '/etc/hosts/none'], 'DATA_FOLDER_UNUSABLE'],
    [['admin', 'restore', '/etc/hosts', '--data', '/proc/none'], 'DATA_FOLDER_UNUSABLE'],
    [['serve', '--port', '0'], 'NO_HOME_FOLDER'],
    [['admin', 'account', 'list'], 'NO_HOME_FOLDER'],
    [['auth', 'login', '--with-token'], 'NO_HOME_FOLDER'],
    [['auth', 'status'], 'NO_API_KEY'],
  ])('%j ends the command with 2 and what to do', async (args, code) => {
    const { exitCode, stderr } = await serviceHere(args, { env: { HOME: '', XDG_CACHE_HOME: '' } });
    expect(stderr).toContain(`(${code})`);
    expect(stderr).toMatch(/\n {2}[A-Z]/);
    expect(exitCode).toBe(2);
  });

  test.each(['/proc/self/none/deeper', '/sys/none', '/dev/none', '/dev/null'])(
    '%s is no place for data',
    async (folder) => {
      const error = await openDatabase({ folder }, { pool: 1, onError: () => {} }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'DATA_FOLDER_UNUSABLE', next: expect.stringMatching(/^[A-Z]/) });
    },
  );

  test('a folder for keys below /proc is an error when a key is stored, but not when it is read', async () => {
    const env = { XDG_CONFIG_HOME: '/proc/none' };
    expect((await serviceHere(['auth', 'logout'], { env })).exitCode).toBe(0);
    expect((await serviceHere(['auth', 'status'], { env })).stderr).toContain('(NO_API_KEY)');
  });
});
