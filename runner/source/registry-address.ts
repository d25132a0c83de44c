import { serviceError } from '../../kernel/errors.ts';

/** npm's own default. https://docs.npmjs.com/cli/v11/using-npm/config#registry */
const npmRegistry = 'https://registry.npmjs.org/';

/**
 * The registry to fetch from: the given one, else the environment variable `npm_config_registry` in any letter case, as npm
 * reads it, else npm's default.
 * @returns its base URL, with a trailing `/`
 * @throws {ServiceError} RUNNER_ERROR unless it is an http or https URL
 */
export function registryAddress(given: string | undefined, env: NodeJS.ProcessEnv = process.env): URL {
  const fromEnv = Object.entries(env).find(([name, value]) => value && name.toLowerCase() === 'npm_config_registry');
  const address = given ?? fromEnv?.[1] ?? npmRegistry;
  const url = URL.parse(address.endsWith('/') ? address : `${address}/`);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw serviceError('RUNNER_ERROR', { reason: 'The address of the npm registry is not an http or https URL' });
}

/** A registry's URL without user and password. */
export function shownAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
