import { isIP } from 'node:net';
import { usageError } from '../kernel/errors.ts';
import { defaultUploadLimits, type UploadLimits } from '../runner/source/check-upload.ts';
import { originsIn } from '../runner/source/registry-access.ts';
import { isLoopback } from './safe-isolation.ts';
import { maxItems } from './server/oversized-value.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

interface Setting {
  variable: string;
  fallback: number;
  minimum: number;
  maximum?: number;
}

const MiB = 1024 * 1024;

/** https://docs.github.com/en/actions/reference/security/oidc#oidc-token-claims */
const githubIssuer = 'https://token.actions.githubusercontent.com';

/** Every numeric setting. */
export const numberSettings = {
  files: { variable: 'SERVICE_UPLOAD_FILES', fallback: defaultUploadLimits.files, minimum: 1, maximum: maxItems },
  fileBytes: { variable: 'SERVICE_UPLOAD_FILE_BYTES', fallback: defaultUploadLimits.fileBytes, minimum: 1 },
  totalBytes: { variable: 'SERVICE_UPLOAD_BYTES', fallback: defaultUploadLimits.totalBytes, minimum: 1 },
  /** Credits that a run costs. */
  runCost: { variable: 'SERVICE_RUN_COST', fallback: 1, minimum: 0 },
  /** Credits of the account that the first start creates. */
  firstCredits: { variable: 'SERVICE_FIRST_CREDITS', fallback: 1_000, minimum: 0 },
  /** Maximum concurrent runs of an account that is created without a value of its own. */
  concurrency: { variable: 'SERVICE_CONCURRENCY', fallback: 5, minimum: 1 },
  /** Requests per minute with one key, counted by each server process. */
  requestsPerMinute: { variable: 'SERVICE_REQUESTS_PER_MINUTE', fallback: 600, minimum: 1 },
  /** Page requests, and requests with an invalid key, per minute from one address, counted by each server process. */
  addressRequestsPerMinute: { variable: 'SERVICE_ADDRESS_REQUESTS_PER_MINUTE', fallback: 600, minimum: 1 },
  /** Maximum queued runs of all accounts. */
  queue: { variable: 'SERVICE_QUEUE', fallback: 10_000, minimum: 1 },
  /** Maximum open log streams and waiting requests of one server process, in all. */
  watchers: { variable: 'SERVICE_WATCHERS', fallback: 2_000, minimum: 1 },
  /** The same for one account. */
  accountWatchers: { variable: 'SERVICE_ACCOUNT_WATCHERS', fallback: 200, minimum: 1 },
  /** Maximum client connections of one server process. */
  connections: { variable: 'SERVICE_CONNECTIONS', fallback: 10_000, minimum: 1 },
  /** Seconds within which a request must arrive completely. */
  requestSeconds: { variable: 'SERVICE_REQUEST_SECONDS', fallback: 120, minimum: 1 },
  /** Maximum bytes of request bodies in the memory of one server process. */
  bodyBytes: { variable: 'SERVICE_BODY_BYTES', fallback: 256 * MiB, minimum: 1 },
  /** Days for which a finished run is kept. */
  keepDays: { variable: 'SERVICE_KEEP_DAYS', fallback: 30, minimum: 1 },
  /** Seconds that running checks get to finish after SIGTERM. */
  drainSeconds: { variable: 'SERVICE_DRAIN_SECONDS', fallback: 20, minimum: 0 },
  /** Maximum connections of one process to a PostgreSQL server, without the one that listens for notifications. */
  databasePool: { variable: 'SERVICE_DATABASE_POOL', fallback: 10, minimum: 2 },
  /** Seconds until a webhook is tried again; each further delay is twice as long. */
  webhookRetrySeconds: { variable: 'SERVICE_WEBHOOK_RETRY_SECONDS', fallback: 10, minimum: 0 },
} satisfies Record<string, Setting>;

type NumberSetting = keyof typeof numberSettings;

/** The operator's settings, read from environment variables. docs/operating.md lists them. */
export interface Settings extends Readonly<Record<Exclude<NumberSetting, keyof UploadLimits>, number>> {
  upload: UploadLimits;
  /** Base URL of links; the address that the server listens on when absent. */
  publicUrl?: string;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is trusted; none when absent. */
  trustedProxies?: readonly string[];
  /** Who signs the ID tokens of GitHub Actions. */
  idTokenIssuer: string;
  /** Addresses and ranges that webhooks may reach besides those of the public internet. */
  webhookRanges?: readonly string[];
  logLevel: (typeof logLevels)[number];
}

/** @throws {ServiceError} INVALID_USAGE for an invalid value */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const { files, fileBytes, totalBytes, ...numbers } = readNumbers(environment);
  assertOrigins(environment['SERVICE_REGISTRY_ORIGINS'] ?? '');
  return {
    upload: { files, fileBytes, totalBytes },
    ...numbers,
    idTokenIssuer: readIssuer(environment['SERVICE_ID_TOKEN_ISSUER'] || githubIssuer),
    ...readWebhookRanges(environment['SERVICE_WEBHOOK_RANGES'] || undefined),
    ...readPublicUrl(environment['SERVICE_PUBLIC_URL'] || undefined),
    ...readTrustedProxies('SERVICE_TRUSTED_PROXY', environment['SERVICE_TRUSTED_PROXY'] || undefined),
    logLevel: readLogLevel(environment['SERVICE_LOG_LEVEL'] || 'info'),
  };
}

function readNumbers(environment: Readonly<Record<string, string | undefined>>): Record<NumberSetting, number> {
  const entries = Object.entries<Setting>(numberSettings).map(([name, { variable, fallback, minimum, maximum }]) => {
    const text = environment[variable];
    if (text === undefined || text === '') return [name, fallback];
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < minimum || value > (maximum ?? value)) {
      const range = maximum === undefined ? `, ${minimum} or greater` : ` from ${minimum} to ${maximum}`;
      throw invalidSetting(variable, text, `it must be a whole number${range}`);
    }
    return [name, value];
  });
  // `fromEntries` does not know the names.
  return Object.fromEntries(entries) as Record<NumberSetting, number>;
}

/** The processes that fetch packages read them. */
function assertOrigins(list: string): void {
  const invalid = originsIn(list).find(({ origin }) => origin === undefined);
  if (invalid)
    throw invalidSetting(
      'SERVICE_REGISTRY_ORIGINS',
      invalid.text,
      'list origins such as https://registry.example.com, separated by commas',
    );
}

function readPublicUrl(url: string | undefined): Pick<Settings, 'publicUrl'> {
  if (url === undefined) return {};
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return { publicUrl: url.replace(/(?<!\/)\/+$/, '') };
  throw invalidSetting('SERVICE_PUBLIC_URL', url, 'it must be an http or https URL');
}

/** As it is in the tokens, so nothing is normalized. */
function readIssuer(url: string): string {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return url;
  throw invalidSetting('SERVICE_ID_TOKEN_ISSUER', url, 'it must be an https URL');
}

/**
 * Reads addresses and ranges (`10.0.0.0/8`), separated by commas.
 * @param source the flag or variable that the text is from
 * @throws {ServiceError} INVALID_USAGE
 */
export function readTrustedProxies(source: string, text: string | undefined): Pick<Settings, 'trustedProxies'> {
  return text === undefined ? {} : { trustedProxies: readRanges(source, text) };
}

function readWebhookRanges(text: string | undefined): Pick<Settings, 'webhookRanges'> {
  return text === undefined ? {} : { webhookRanges: readRanges('SERVICE_WEBHOOK_RANGES', text) };
}

function readRanges(source: string, text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  const invalid = entries.find((entry) => !isAddressOrRange(entry));
  if (invalid === undefined) return entries;
  throw invalidSetting(source, invalid, 'list IP addresses or ranges such as 10.0.0.0/8, separated by commas');
}

function invalidSetting(source: string, value: string, hint: string) {
  return usageError(`Invalid ${source} "${value}": ${hint}`);
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function readLogLevel(level: string): Settings['logLevel'] {
  const known = logLevels.find((one) => one === level);
  if (known) return known;
  throw invalidSetting('SERVICE_LOG_LEVEL', level, `it must be one of ${logLevels.join(', ')}`);
}

/** Maximum bytes of a create-run request: JSON escapes and base64 make files longer. */
export function bodyLimit({ totalBytes }: UploadLimits): number {
  return Math.ceil(1.5 * totalBytes) + MiB;
}
