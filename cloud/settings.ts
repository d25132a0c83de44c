import { isIP } from 'node:net';
import { serviceError } from '../kernel/errors.ts';
import { defaultUploadLimits, type UploadLimits } from '../runner/source/check-upload.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** What an operator may set, by environment variables. docs/operating.md lists them. */
export interface Settings {
  upload: UploadLimits;
  /** Credits that a run costs. */
  runCost: number;
  /** Credits and cap of the account that the first start makes, and of accounts created without them. */
  firstCredits: number;
  concurrency: number;
  /** Requests of one key a minute, counted by each server process. */
  requestsPerMinute: number;
  /** Runs of all accounts that may wait at once. */
  queue: number;
  /** Log streams and waits that one server process holds open at once, and how many of them for one account. */
  watchers: number;
  accountWatchers: number;
  /** Connections of clients to one server process. */
  connections: number;
  /** Seconds in which a request must have arrived as a whole. */
  requestSeconds: number;
  /** Bytes of request bodies that one server process holds at once. */
  bodyBytes: number;
  /** Days that a finished run is kept. */
  keepDays: number;
  /** Seconds that running checks may take after SIGTERM. */
  drainSeconds: number;
  /** Connections to a PostgreSQL server that one process may hold, besides one that listens. */
  databasePool: number;
  /** Failed keys, and requests for pages, of one address a minute, counted by each server process. */
  addressRequestsPerMinute: number;
  /** Where callers reach the service, for links; the address that it listens on when absent. */
  publicUrl?: string;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is believed; none when absent. */
  trustedProxies?: readonly string[];
  logLevel: (typeof logLevels)[number];
}

interface Setting {
  variable: string;
  fallback: number;
  minimum: number;
  what: string;
}

const MiB = 1024 * 1024;

/** Every number that an operator may set. */
export const numberSettings = {
  files: {
    variable: 'SERVICE_UPLOAD_FILES',
    fallback: defaultUploadLimits.files,
    minimum: 1,
    what: 'files of one upload',
  },
  fileBytes: {
    variable: 'SERVICE_UPLOAD_FILE_BYTES',
    fallback: defaultUploadLimits.fileBytes,
    minimum: 1,
    what: 'bytes of one file, decoded',
  },
  totalBytes: {
    variable: 'SERVICE_UPLOAD_BYTES',
    fallback: defaultUploadLimits.totalBytes,
    minimum: 1,
    what: 'bytes of all files, decoded',
  },
  runCost: { variable: 'SERVICE_RUN_COST', fallback: 1, minimum: 0, what: 'credits that a run costs' },
  firstCredits: {
    variable: 'SERVICE_FIRST_CREDITS',
    fallback: 1_000,
    minimum: 0,
    what: 'credits of the first account',
  },
  concurrency: {
    variable: 'SERVICE_CONCURRENCY',
    fallback: 5,
    minimum: 1,
    what: 'concurrent runs of an account that is created without a cap of its own',
  },
  requestsPerMinute: {
    variable: 'SERVICE_REQUESTS_PER_MINUTE',
    fallback: 600,
    minimum: 1,
    what: 'requests of one key a minute, for each server process',
  },
  addressRequestsPerMinute: {
    variable: 'SERVICE_ADDRESS_REQUESTS_PER_MINUTE',
    fallback: 600,
    minimum: 1,
    what: 'page requests, and requests with a wrong key, of one address a minute, for each server process',
  },
  queue: { variable: 'SERVICE_QUEUE', fallback: 10_000, minimum: 1, what: 'runs of all accounts that wait at once' },
  watchers: {
    variable: 'SERVICE_WATCHERS',
    fallback: 2_000,
    minimum: 1,
    what: 'log streams and waits that one server process holds open at once',
  },
  accountWatchers: {
    variable: 'SERVICE_ACCOUNT_WATCHERS',
    fallback: 200,
    minimum: 1,
    what: 'log streams and waits of one account, for each server process',
  },
  connections: {
    variable: 'SERVICE_CONNECTIONS',
    fallback: 10_000,
    minimum: 1,
    what: 'connections of clients to one server process',
  },
  requestSeconds: {
    variable: 'SERVICE_REQUEST_SECONDS',
    fallback: 120,
    minimum: 1,
    what: 'seconds in which a request must have arrived',
  },
  bodyBytes: {
    variable: 'SERVICE_BODY_BYTES',
    fallback: 256 * MiB,
    minimum: 1,
    what: 'bytes of request bodies that one server process holds at once',
  },
  keepDays: { variable: 'SERVICE_KEEP_DAYS', fallback: 30, minimum: 1, what: 'days that a finished run is kept' },
  drainSeconds: {
    variable: 'SERVICE_DRAIN_SECONDS',
    fallback: 20,
    minimum: 0,
    what: 'seconds that running checks may take after SIGTERM',
  },
  databasePool: {
    variable: 'SERVICE_DATABASE_POOL',
    fallback: 10,
    minimum: 2,
    what: 'connections of one process to a PostgreSQL server',
  },
} satisfies Record<string, Setting>;

/**
 * The operator's settings.
 * @throws {ServiceError} INVALID_USAGE for a value that can't be
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const read = ({ variable, fallback, minimum, what }: Setting): number => {
    const text = environment[variable];
    if (text === undefined || text === '') return fallback;
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < minimum) {
      const reason = `${variable} (${what}) must be a whole number, ${minimum} or more; it is "${text}"`;
      throw serviceError('INVALID_USAGE', { reason });
    }
    return value;
  };
  const { files, fileBytes, totalBytes, ...others } = numberSettings;
  return {
    upload: { files: read(files), fileBytes: read(fileBytes), totalBytes: read(totalBytes) },
    runCost: read(others.runCost),
    firstCredits: read(others.firstCredits),
    concurrency: read(others.concurrency),
    requestsPerMinute: read(others.requestsPerMinute),
    addressRequestsPerMinute: read(others.addressRequestsPerMinute),
    queue: read(others.queue),
    watchers: read(others.watchers),
    accountWatchers: read(others.accountWatchers),
    connections: read(others.connections),
    requestSeconds: read(others.requestSeconds),
    bodyBytes: read(others.bodyBytes),
    keepDays: read(others.keepDays),
    drainSeconds: read(others.drainSeconds),
    databasePool: read(others.databasePool),
    ...readPublicUrl(environment['SERVICE_PUBLIC_URL'] || undefined),
    ...readTrustedProxies('SERVICE_TRUSTED_PROXY', environment['SERVICE_TRUSTED_PROXY'] || undefined),
    logLevel: readLogLevel(environment['SERVICE_LOG_LEVEL'] || 'info'),
  };
}

function readPublicUrl(url: string | undefined): Pick<Settings, 'publicUrl'> {
  if (url === undefined) return {};
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return { publicUrl: url.replace(/\/+$/, '') };
  throw serviceError('INVALID_USAGE', { reason: `SERVICE_PUBLIC_URL must be an http or https URL; it is "${url}"` });
}

/**
 * Addresses and ranges (`10.0.0.0/8`), separated by commas.
 * @param source the flag or variable that gives them
 * @throws {ServiceError} INVALID_USAGE
 */
export function readTrustedProxies(source: string, text: string | undefined): Pick<Settings, 'trustedProxies'> {
  if (text === undefined) return {};
  const trustedProxies = text.split(',').map((entry) => entry.trim());
  const wrong = trustedProxies.find((entry) => !isAddressOrRange(entry));
  if (wrong === undefined) return { trustedProxies };
  const reason = `${source} must name IP addresses or ranges such as 10.0.0.0/8, separated by commas; it has "${wrong}"`;
  throw serviceError('INVALID_USAGE', { reason });
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
  const reason = `SERVICE_LOG_LEVEL must be one of ${logLevels.join(', ')}; it is "${level}"`;
  throw serviceError('INVALID_USAGE', { reason });
}

/** Bytes of a create-run request that holds as much as it may: JSON escapes and base64 make files longer. */
export function bodyLimit({ totalBytes }: UploadLimits): number {
  return Math.ceil(1.5 * totalBytes) + MiB;
}
