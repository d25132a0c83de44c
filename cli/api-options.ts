import { serviceError } from '../kernel/errors.ts';
import { isRecord } from '../kernel/record.ts';
import { didYouMean } from '../kernel/suggestion.ts';
import type { VerifyProjectOptions } from './api-types.ts';

const kinds = {
  'a string': (value: unknown) => typeof value === 'string',
  'a number': (value: unknown) => typeof value === 'number',
  'true or false': (value: unknown) => typeof value === 'boolean',
  'an object': isRecord,
  'a function': (value: unknown) => typeof value === 'function',
  'an AbortSignal': (value: unknown) => value instanceof AbortSignal,
};

const options: Readonly<Record<keyof VerifyProjectOptions, keyof typeof kinds>> = {
  cwd: 'a string',
  package: 'a string',
  type: 'a string',
  timeout: 'a number',
  config: 'an object',
  offline: 'true or false',
  cache: 'true or false',
  againstPublished: 'true or false',
  allowPlugins: 'true or false',
  signal: 'an AbortSignal',
  onEvent: 'a function',
};

/**
 * Validates the options of `verify`, which programs without types call too.
 * @throws {ServiceError} INVALID_OPTIONS, INVALID_TIMEOUT
 */
export function validateOptions(given: unknown): asserts given is VerifyProjectOptions {
  if (!isRecord(given)) throw invalid('must be an object such as { cwd: "packages/my-node" }');
  for (const [name, value] of Object.entries(given)) {
    if (!isOption(name)) throw invalid(`unknown option "${name}"${didYouMean(name, Object.keys(options))}`);
    if (value !== undefined && !kinds[options[name]](value)) throw invalid(`${name} must be ${options[name]}`);
  }
  const { timeout, package: reference, cwd, offline } = given;
  if (reference !== undefined && cwd !== undefined) throw invalid('cwd cannot be used with package');
  if (reference !== undefined && offline === true) throw invalid('offline cannot be used with package');
  if (typeof timeout === 'number' && !(Number.isFinite(timeout) && timeout > 0))
    throw serviceError('INVALID_TIMEOUT', { source: 'option timeout', value: timeout });
}

const isOption = (name: string): name is keyof VerifyProjectOptions => Object.hasOwn(options, name);

const invalid = (reason: string) => serviceError('INVALID_OPTIONS', { reason });
