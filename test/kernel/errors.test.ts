import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCatalogue, reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';

const codes = Object.keys(errorCatalogue);

/** The text of all our sources; the catalogue itself left out. */
const sources = ['kernel', 'runner', 'plugins', 'judge', 'cloud', 'cli']
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`))
  .filter((path) => path.endsWith('.ts') && path !== 'kernel/errors.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

describe('the catalogue', () => {
  /** CONTRACT 1, "Errors"; the last two are how a run of that end is told. */
  test.each<[keyof typeof errorCatalogue, number]>([
    ['UNAUTHORIZED', 401],
    ['INSUFFICIENT_CREDITS', 402],
    ['NOT_FOUND', 404],
    ['RUN_NOT_FINISHED', 409],
    ['IDEMPOTENCY_IN_PROGRESS', 409],
    ['PAYLOAD_TOO_LARGE', 413],
    ['INVALID_PAYLOAD', 422],
    ['CONCURRENCY_CAP_REACHED', 429],
    ['RATE_LIMITED', 429],
    ['RUNNER_ERROR', 500],
    ['NOT_IMPLEMENTED', 501],
    ['UNAVAILABLE', 503],
  ])('answers %s with HTTP %i', (code, http) => {
    expect(errorCatalogue[code]).toMatchObject({ http });
  });

  /** SPEC 7.2 and CONTRACT 2. */
  test.each<[keyof typeof errorCatalogue, 1 | 2]>([
    ['INVALID_TYPE', 2],
    ['TYPE_REQUIRED', 2],
    ['INVALID_TIMEOUT', 2],
    ['NO_FILES', 2],
    ['NO_API_KEY', 2],
    ['INVALID_USAGE', 2],
    ['INVALID_CONFIG', 2],
    ['INVALID_PACKAGE_REF', 2],
    ['PATH_NOT_SUPPORTED', 2],
    ['UNAUTHORIZED', 2],
    ['CONNECTION_FAILED', 1],
    ['TIMEOUT', 1],
    ['NOT_IMPLEMENTED', 1],
  ])('ends the command for %s with %i', (code, exit) => {
    expect(errorCatalogue[code].exit).toBe(exit);
  });

  test('has no code that nobody uses, except those that only the cloud answers with', () => {
    const unused = Object.entries(errorCatalogue).filter(([code]) => !new RegExp(`\\b${code}\\b`).test(sources));
    expect(unused.filter(([, entry]) => !('http' in entry)).map(([code]) => code)).toEqual([]);
  });

  test('has every code that is thrown', () => {
    const thrown = [...sources.matchAll(/serviceError\(\s*'(\w+)'/g)].map(([, code]) => code);
    expect(thrown.length).toBeGreaterThan(20);
    expect(thrown.filter((code) => !codes.includes(String(code)))).toEqual([]);
  });

  test.each(codes)('%s is a name in capitals with a sentence to read and one to act on', (code) => {
    const { message, next } = errorCatalogue[code as keyof typeof errorCatalogue];
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(message).not.toMatch(/[.:]$/);
    expect(next).toMatch(/^(\{suggestion\}|.*\.)$/);
  });
});

describe('an error', () => {
  test('is its template, filled', () => {
    const error = serviceError('INSUFFICIENT_CREDITS', { needed: 3, available: 0 });
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      name: 'ServiceError',
      code: 'INSUFFICIENT_CREDITS',
      message: 'Not enough credits: this run costs 3, 0 available',
      exitCode: 1,
      httpStatus: 402,
    });
  });

  test('fills its advice too', () => {
    expect(serviceError('PATH_NOT_SUPPORTED', { path: './x', folder: './x' }).next).toContain('--cwd ./x');
  });

  test('does not fill what stands in an argument', () => {
    expect(serviceError('INVALID_TYPE', { type: '{known}', known: 'a' }).message).toBe('Invalid --type "{known}"');
    expect(serviceError('INVALID_USAGE', { reason: '$& $1 $$' }).message).toBe('$& $1 $$');
  });

  test('that the cloud never answers with is an internal one there', () => {
    expect(serviceError('NO_API_KEY', {})).toMatchObject({ exitCode: 2, httpStatus: 500 });
  });

  test('keeps its cause', () => {
    const cause = new Error('below');
    expect(serviceError('RUNNER_ERROR', { reason: 'r' }, { cause }).cause).toBe(cause);
  });
});

test.each([
  [new Error('words'), 'words'],
  ['text', 'text'],
  [undefined, 'undefined'],
  [new TypeError(), 'TypeError'],
  [Object.create(null), '[object Object]'],
])('the reason in %o is %j', (thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});
