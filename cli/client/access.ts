import { serviceError } from '../../kernel/errors.ts';
import { defaultBaseUrl, isUnencrypted, parseBaseUrl } from './base-url.ts';
import { Cloud } from './cloud.ts';
import { Connection } from './connection.ts';
import { type Credentials, credentialsPath, readCredentials } from './credentials.ts';

/** Flags for the URL of the cloud and the API key. */
interface AccessFlags {
  apiKey?: string;
  baseUrl?: string;
}

interface AccessContext {
  env: NodeJS.ProcessEnv;
  warn(message: string): void;
  signal: AbortSignal;
}

interface Access {
  baseUrl: string;
  apiKey: string;
  source: '--api-key' | 'SERVICE_API_KEY' | 'credentials file' | 'GitHub Actions';
}

/**
 * Resolves the URL and the key (SPEC 5, CONTRACT 2): flags, then environment, then the credentials file, which is read only if
 * needed. Without any, and with SERVICE_ACCOUNT, gets a key for an ID token of GitHub Actions.
 * @throws {ServiceError} NO_API_KEY, INVALID_USAGE, and those of `readCredentials` and `keyForIdToken`
 */
export async function resolveAccess(flags: AccessFlags, context: AccessContext): Promise<Access> {
  const { env, warn } = context;
  const named = namedBaseUrl(flags, env);
  const given = givenKey(flags, env);
  const stored =
    named === undefined || given === undefined ? await readCredentials(credentialsPath(env), warn) : undefined;
  const baseUrl = named ?? currentBaseUrl(stored);
  const key = given ?? storedKey(stored, baseUrl);
  const accountId = env['SERVICE_ACCOUNT'];
  if (!key && !accountId) throw serviceError('NO_API_KEY', {});
  if (isUnencrypted(baseUrl)) warn(`The connection to ${baseUrl} is not encrypted; the API key is sent as plain text`);
  if (key) return { baseUrl, ...key };
  const { keyForIdToken } = await import('./id-token.ts');
  const apiKey = await keyForIdToken(connect({ baseUrl }, env), accountId ?? '', context);
  return { baseUrl, apiKey, source: 'GitHub Actions' };
}

/** Resolves the URL of the cloud: flags, environment, last login, default. */
export async function resolveBaseUrl(
  flags: AccessFlags,
  { env, warn }: Omit<AccessContext, 'signal'>,
): Promise<string> {
  const named = namedBaseUrl(flags, env);
  return named ?? currentBaseUrl(await readCredentials(credentialsPath(env), warn));
}

/** Creates a client of a cloud. */
export function connect({ baseUrl, apiKey }: { baseUrl: string; apiKey?: string }, env: NodeJS.ProcessEnv): Cloud {
  return new Cloud(new Connection(baseUrl, apiKey, env));
}

function namedBaseUrl({ baseUrl }: AccessFlags, env: NodeJS.ProcessEnv): string | undefined {
  if (baseUrl !== undefined) return parseBaseUrl(baseUrl, '--base-url');
  const fromEnvironment = env['SERVICE_BASE_URL'];
  return fromEnvironment ? parseBaseUrl(fromEnvironment, 'SERVICE_BASE_URL') : undefined;
}

function currentBaseUrl(stored: Credentials | undefined): string {
  return stored?.current === undefined
    ? defaultBaseUrl
    : parseBaseUrl(stored.current, 'address in the credentials file');
}

function givenKey({ apiKey }: AccessFlags, env: NodeJS.ProcessEnv): Pick<Access, 'apiKey' | 'source'> | undefined {
  if (apiKey !== undefined) return { apiKey, source: '--api-key' };
  const fromEnvironment = env['SERVICE_API_KEY'];
  return fromEnvironment ? { apiKey: fromEnvironment, source: 'SERVICE_API_KEY' } : undefined;
}

function storedKey(stored: Credentials | undefined, baseUrl: string): Pick<Access, 'apiKey' | 'source'> | undefined {
  const apiKey = stored && Object.hasOwn(stored.keys, baseUrl) ? stored.keys[baseUrl] : undefined;
  return apiKey ? { apiKey, source: 'credentials file' } : undefined;
}
