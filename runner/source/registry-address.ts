import { serviceError } from '../../kernel/errors.ts';

/** npm's own default. https://docs.npmjs.com/cli/v11/using-npm/config#registry */
const npmRegistry = 'https://registry.npmjs.org/';

/**
 * The registry to fetch from: the one asked for, else npm's environment variable `npm_config_registry` in any case, as
 * npm reads it, else npm's default.
 * @returns its base URL, ending in `/`
 * @throws {ServiceError} RUNNER_ERROR for what is no http or https URL
 */
export function registryAddress(asked: string | undefined, env: NodeJS.ProcessEnv = process.env): URL {
  const fromEnv = Object.entries(env).find(([name, value]) => value && name.toLowerCase() === 'npm_config_registry');
  const address = asked ?? fromEnv?.[1] ?? npmRegistry;
  const url = URL.parse(address.endsWith('/') ? address : `${address}/`);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw serviceError('RUNNER_ERROR', { reason: 'The address of the npm registry is no http or https URL' });
}

/** A registry's URL as it may be shown: without user and password. */
export function shownAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
