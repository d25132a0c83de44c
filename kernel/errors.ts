/**
 * All errors: exit code of the command (SPEC 7.2, CONTRACT 2), HTTP status if the cloud returns the error (CONTRACT 1), and
 * templates of the message and of what to do next, with `{name}` as a placeholder.
 */
export const errorCatalogue = {
  // Errors of the cloud and of runs.
  UNAUTHORIZED: {
    exit: 2,
    http: 401,
    message: 'Invalid API key: {reason}',
    next: 'Run `service auth login`, or pass --api-key.',
  },
  FORBIDDEN: {
    exit: 2,
    http: 403,
    message: 'This API key may not do this: it lacks the scope {scope}',
    next: 'Use a key with this scope; a key with the scope admin creates one with `service keys create`.',
  },
  INVALID_ID_TOKEN: {
    exit: 2,
    http: 400,
    message: 'Invalid ID token of GitHub Actions: {reason}',
    next: 'Check SERVICE_ACCOUNT and SERVICE_BASE_URL; `service repositories list` lists what the account trusts.',
  },
  INSUFFICIENT_CREDITS: {
    exit: 1,
    http: 402,
    message: 'Not enough credits: this run costs {needed}, {available} available',
    next: 'Ask the operator for credits, or verify on this machine with --local.',
  },
  NOT_FOUND: {
    exit: 1,
    http: 404,
    message: '{what} does not exist',
    next: 'Check the ID: `service runs list`, `keys list`, `webhooks list` and `repositories list` show those of this account, `service admin account list` all accounts.',
  },
  AMBIGUOUS_RUN_ID: {
    exit: 2,
    http: 409,
    message: '"{prefix}" is the start of several run IDs: {ids}',
    next: 'Give more characters of the ID.',
  },
  RUN_NOT_FINISHED: {
    exit: 1,
    http: 409,
    message: 'Run {runId} is not finished',
    next: 'Wait for it with `service runs watch {runId}`.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    exit: 1,
    http: 409,
    message: 'Another request with this Idempotency-Key is in progress',
    next: 'Try again in a moment.',
  },
  PAYLOAD_TOO_LARGE: {
    exit: 1,
    http: 413,
    message: '{what} exceeds the limit of {limit}',
    next: 'Remove build output, dependencies and fixtures from the include list; `--dry-run` lists what is uploaded.',
  },
  INVALID_PAYLOAD: {
    exit: 1,
    http: 422,
    message: '{reason}',
    next: 'Fix the problem and try again.',
  },
  CONCURRENCY_CAP_REACHED: {
    exit: 1,
    http: 429,
    message: 'Concurrency limit reached: {active} of {limit} runs active',
    next: 'Wait for a run to finish, or cancel one with `service runs cancel <id>`.',
  },
  RATE_LIMITED: {
    exit: 1,
    http: 429,
    message: 'Too many requests',
    next: 'Try again in {seconds} s.',
  },
  RUNNER_ERROR: {
    exit: 1,
    http: 500,
    message: '{reason}',
    next: 'Try again; if it happens again, report it with the run ID.',
  },
  NOT_IMPLEMENTED: {
    exit: 1,
    http: 501,
    message: '{what} is not supported yet',
    next: 'Use project type n8n-node.',
  },
  UNAVAILABLE: {
    exit: 1,
    http: 503,
    message: 'Service unavailable: {reason}',
    next: 'Try again in a moment.',
  },
  TIMEOUT: {
    exit: 1,
    http: 504,
    message: 'The run exceeded its time limit of {seconds} s',
    next: 'Set a longer limit with --timeout, or upload fewer files.',
  },
  CANCELLED: { exit: 1, http: 409, message: '{reason}', next: 'Run it again to get a result.' },

  // Incorrect usage of the command.
  INVALID_TYPE: { exit: 2, message: 'Invalid --type "{type}"', next: 'Types that can be verified: {known}.' },
  TYPE_REQUIRED: { exit: 2, message: '--type is required with a package name', next: 'Add --type n8n-node.' },
  INVALID_TIMEOUT: {
    exit: 2,
    message: 'Invalid {source} "{value}": must be a positive, finite number of seconds',
    next: 'Example: --timeout 300.',
  },
  NO_FILES: {
    exit: 2,
    message: 'No files found to {purpose} in {folder}',
    next: 'Run the command in the folder with package.json, or pass that folder with --cwd. `include` in .service/config.json sets which files are included.',
  },
  WORKSPACE_ROOT: {
    exit: 2,
    message: '{folder} is a workspace root, not a package',
    next: 'Verify one of its packages: {commands}.',
  },
  UNCOMMITTED_CHANGES: {
    exit: 2,
    message: '{reason}, so changes by --fix could not be undone',
    next: 'Commit or stash the changes, pass --force, or see the changes with --fix=dry-run.',
  },
  NO_API_KEY: {
    exit: 2,
    message: 'No API key configured',
    next: 'Run `service auth login`, set SERVICE_API_KEY, or pass --api-key. `service verify --local` needs none.',
  },
  NO_ID_TOKEN: {
    exit: 2,
    message: 'No API key configured, and no ID token of GitHub Actions: {reason}',
    next: 'Give the job `permissions: id-token: write`; pull requests from forks get no ID token, so verify them with --local. Elsewhere, set SERVICE_API_KEY.',
  },
  INVALID_USAGE: { exit: 2, message: '{reason}', next: 'Run `service --help` for usage.' },
  INVALID_CONFIG: {
    exit: 2,
    message: '{file}: {reason}',
    next: 'Fix it; docs/configuration.md describes the fields.',
  },
  INVALID_OPTIONS: {
    exit: 2,
    message: 'Invalid options of verify: {reason}',
    next: 'Correct the call; docs/programs.md describes the options.',
  },
  INVALID_PACKAGE_REF: {
    exit: 2,
    message: 'Invalid package reference "{ref}": {reason}',
    next: 'Use the name of a published package: name, @scope/name or @scope/name@version.',
  },
  PATH_NOT_SUPPORTED: {
    exit: 2,
    message: '"{path}" is a path, not the name of a published package',
    next: 'To verify a project on disk, use --cwd {folder} instead.',
  },
  UNREADABLE_PATH: {
    exit: 2,
    message: 'Cannot read {path}: {reason}',
    next: 'Check that it exists and that you have permission to read it.',
  },
  UNWRITABLE_PATH: {
    exit: 2,
    message: 'Cannot write {path}: {reason}',
    next: 'Check that the folder exists and that you have permission to write to it.',
  },
  OUTSIDE_WORKSPACE: {
    exit: 2,
    message: '{path} is outside of the workspace',
    next: 'Name a folder in the workspace: {folders}.',
  },
  INVALID_TOOL_INPUT: {
    exit: 2,
    message: '{reason}',
    next: 'Call the tool again with an input that matches its schema.',
  },
  NO_HOME_FOLDER: {
    exit: 2,
    message: 'No home folder to save {what} in',
    next: 'Set HOME, or {instead}.',
  },
  UNKNOWN_CODE: { exit: 2, message: 'Unknown code or check "{code}"', next: '{suggestion}' },
  NODE_TOO_OLD: {
    exit: 2,
    message: 'service requires Node.js {needed} or newer; this is {version}',
    next: 'Install a newer Node.js from https://nodejs.org.',
  },
  ISOLATION_UNAVAILABLE: {
    exit: 2,
    message: 'Cannot isolate child processes with {isolation}: {reason}',
    next: "Install bubblewrap on a system where it works, or accept Node's permission model with --isolation=permission.",
  },
  KIT_UNAVAILABLE: {
    exit: 1,
    message: 'Cannot install {kit}: {reason}',
    next: 'Check the network and the npm registry, then run `service n8n install`. Nothing incomplete is kept.',
  },
  UNKNOWN_RELEASE: {
    exit: 2,
    message: 'Cannot verify with n8n {release}: {reason}',
    next: 'Use versions of n8n such as 2.41.3, or latest.',
  },
  KIT_FOLDER_UNUSABLE: {
    exit: 1,
    message: 'Cannot install into {folder}: {reason}',
    next: 'Make it a folder that only you can write to, with 300 MB free, or set SERVICE_KITS_DIR to such a folder.',
  },
  CONNECTION_FAILED: {
    exit: 1,
    message: 'Cannot reach {url}: {reason}',
    next: 'Check the address (--base-url) and your network connection, or verify on this machine with --local.',
  },

  CONTRADICTING_RESULT: {
    exit: 1,
    message: 'The result of run {runId} is inconsistent: {reason}',
    next: 'Do not rely on it. Report it to the operator of the service, or verify on this machine with --local.',
  },

  // Operating the cloud.
  NO_DATABASE: {
    exit: 2,
    message: 'There is no database in {folder}',
    next: 'Pass the --data folder or the --database-url of the server, or start `service serve` first.',
  },
  DATA_FOLDER_IN_USE: {
    exit: 1,
    message: 'Another process is using data folder {folder}',
    next: 'Stop that process, or pass another folder with --data.',
  },
  DATA_FOLDER_UNUSABLE: {
    exit: 2,
    message: 'Cannot use data folder {folder}: {reason}',
    next: 'Pass a writable folder with --data.',
  },
  DATA_FOLDER_EXPOSED: {
    exit: 1,
    message: 'Other users can read or write data folder {folder} (mode {mode})',
    next: 'Run `chmod 700 {folder}`.',
  },
  STORE_DAMAGED: {
    exit: 1,
    message: 'The database files in {folder} are missing',
    next: 'Move the folder away and restore a backup with `service admin restore <file> --data {folder}`, or pass a new folder with --data.',
  },
  DATABASE_UNREACHABLE: {
    exit: 1,
    message: 'Cannot open the database: {reason}',
    next: 'Check --database-url (or DATABASE_URL) and that the server accepts connections.',
  },
  ISOLATION_REQUIRED: {
    exit: 1,
    message: "Running other people's projects requires bubblewrap: {reason}",
    next: 'Install bubblewrap, or accept the risk with --isolation=permission.',
  },
  ADDRESS_UNUSABLE: {
    exit: 1,
    message: 'Cannot listen on {address}: {reason}',
    next: 'Choose another address with --host and --port.',
  },
  BACKUP_INVALID: {
    exit: 1,
    message: 'Cannot restore {file}: {reason}',
    next: 'Use another backup. Nothing was restored.',
  },

  // Plugins.
  PLUGIN_UNAVAILABLE: {
    exit: 2,
    http: 422,
    message: 'The cloud does not have the plugin "{plugin}" that the configuration names; it has: {available}',
    next: 'Remove it from `plugins`, ask the operator to add it, or verify on this machine with --local.',
  },
  PLUGIN_NOT_LOADED: {
    exit: 2,
    message: 'Cannot load plugin "{plugin}": {reason}',
    next: 'Fix the plugin, or name another module or package.',
  },
  PLUGIN_INVALID: {
    exit: 2,
    message: 'Plugin {plugin}: {reason}',
    next: 'Fix the plugin; docs/plugins.md describes its parts.',
  },
  PLUGIN_UNKNOWN_OPTION: {
    exit: 2,
    message: 'Plugin {plugin}: unknown option "{option}" in {where}',
    next: 'Known options: {known}.',
  },
  PLUGIN_DUPLICATE: {
    exit: 2,
    message: 'Plugin {plugin}: registered more than once',
    next: 'Register it once.',
  },
  PLUGIN_DUPLICATE_PROJECT_TYPE: {
    exit: 2,
    message: 'Plugin {plugin}: project type "{type}" is already defined by plugin {owner}',
    next: 'Rename the project type, or add checks to the existing one with `checks`.',
  },
  PLUGIN_DUPLICATE_CHECK: {
    exit: 2,
    message: 'Plugin {plugin}: check "{check}" of "{type}" is already defined by plugin {owner}',
    next: 'Rename the check.',
  },
  PLUGIN_DUPLICATE_RULE: {
    exit: 2,
    message: 'Plugin {plugin}: code "{code}" is already used by check "{check}"',
    next: 'Change the code of the rule.',
  },
  PLUGIN_MISSING: {
    exit: 2,
    message: 'Plugin {plugin}: requires plugin "{needed}", which is not registered',
    next: 'Register {needed} too.',
  },
  PLUGIN_FAILED: {
    exit: 2,
    message: 'Plugin {plugin}: failed to apply: {reason}',
    next: 'Fix the plugin, or remove it from `plugins`.',
  },
  INVALID_PLUGIN_NAME: {
    exit: 2,
    message: 'Invalid plugin name "{name}": {reason}',
    next: 'Use lowercase letters, digits and single hyphens: service plugin new my-ecosystem.',
  },
  FOLDER_NOT_EMPTY: {
    exit: 2,
    message: 'Target is not an empty folder: {folder}',
    next: 'Choose another folder, or empty this one. Nothing was written.',
  },
} as const satisfies Record<string, { exit: 1 | 2; http?: number; message: string; next: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Template<C extends ErrorCode> = `${(typeof errorCatalogue)[C]['message']} ${(typeof errorCatalogue)[C]['next']}`;

/** The placeholders in the templates of a code. */
type ErrorArguments<C extends ErrorCode> = Record<Placeholders<Template<C>>, string | number>;

/** An error of the catalogue. `message` says what is wrong, `next` what to do. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly next: string;

  constructor(code: ErrorCode, message: string, next: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.code = code;
    this.next = next;
  }

  /** 1 or 2: SPEC 7.2, CONTRACT 2. */
  get exitCode(): 1 | 2 {
    return errorCatalogue[this.code].exit;
  }

  /** HTTP status of CONTRACT 1; 500 for codes that the cloud never returns. */
  get httpStatus(): number {
    const entry = errorCatalogue[this.code];
    return 'http' in entry ? entry.http : 500;
  }
}

/**
 * Creates an error of the catalogue.
 * @param args a value for each placeholder in the templates of the code
 */
export function serviceError<C extends ErrorCode>(
  code: C,
  args: ErrorArguments<C>,
  options?: ErrorOptions,
): ServiceError {
  const values: Record<string, string | number> = args;
  const fill = (template: string) =>
    template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  const { message, next } = errorCatalogue[code];
  return new ServiceError(code, fill(message), fill(next), options);
}

/** INVALID_USAGE: a command was called in a wrong way. */
export function usageError(reason: string, options?: ErrorOptions): ServiceError {
  return serviceError('INVALID_USAGE', { reason }, options);
}

/** Returns the code of an error of Node.js or a library, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message of a thrown value, or the value as text. Never throws. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  try {
    return String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
