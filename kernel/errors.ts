/**
 * Every coded error of the product in one table: what it says, the exit status it gives the command (SPEC 7.2,
 * CONTRACT 2) and, where the cloud answers with it, the HTTP status (CONTRACT 1). `message` is a template: `{name}`
 * is replaced by the argument of that name. `next` tells the reader what to do.
 */
export const errorCatalogue = {
  // What the cloud answers, or ends a run with.
  UNAUTHORIZED: {
    exit: 2,
    http: 401,
    message: 'The API key was not accepted: {reason}',
    next: 'Run `service auth login`, or pass --api-key.',
  },
  INSUFFICIENT_CREDITS: {
    exit: 1,
    http: 402,
    message: 'This run needs {needed} credits and {available} are available',
    next: 'Ask the operator for credits, or verify on this machine with --local.',
  },
  NOT_FOUND: {
    exit: 1,
    http: 404,
    message: '{what} was not found',
    next: 'Look at `service runs list` for the runs of this account.',
  },
  RUN_NOT_FINISHED: {
    exit: 1,
    http: 409,
    message: 'Run {runId} has not finished yet',
    next: 'Wait for it with `service runs watch {runId}`.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    exit: 1,
    http: 409,
    message: 'A request with this Idempotency-Key is still being answered',
    next: 'Send the same request again in a moment.',
  },
  PAYLOAD_TOO_LARGE: {
    exit: 1,
    http: 413,
    message: '{what} is over the limit of {limit}',
    next: 'Leave build output, dependencies and fixtures out of the include list; `--dry-run` shows what is sent.',
  },
  INVALID_PAYLOAD: {
    exit: 1,
    http: 422,
    message: '{reason}',
    next: 'Correct what the message names and send it again.',
  },
  CONCURRENCY_CAP_REACHED: {
    exit: 1,
    http: 429,
    message: '{active} of {limit} concurrent runs are in use',
    next: 'Wait for one to end, or cancel one with `service runs cancel <id>`.',
  },
  RATE_LIMITED: {
    exit: 1,
    http: 429,
    message: 'Too many requests',
    next: 'Try again after {seconds} seconds.',
  },
  RUNNER_ERROR: { exit: 1, http: 500, message: '{reason}', next: 'Try again; if it stays, report it with the run id.' },
  NOT_IMPLEMENTED: {
    exit: 1,
    http: 501,
    message: '{what} is not supported yet',
    next: 'Use the project type n8n-node.',
  },
  UNAVAILABLE: {
    exit: 1,
    http: 503,
    message: 'The service is not available right now: {reason}',
    next: 'Try again in a moment.',
  },
  TIMEOUT: {
    exit: 1,
    http: 504,
    message: 'The run passed its limit of {seconds} s',
    next: 'Give it longer with --timeout, or make the project smaller.',
  },
  CANCELLED: { exit: 1, http: 409, message: '{reason}', next: 'Start it again when you want the verdict.' },

  // Wrong use of the command.
  INVALID_TYPE: { exit: 2, message: 'Invalid --type "{type}"', next: 'Use one of: {known}.' },
  TYPE_REQUIRED: { exit: 2, message: '--type is required when a package name is given', next: 'Add --type n8n-node.' },
  INVALID_TIMEOUT: {
    exit: 2,
    message: 'Invalid {source} "{value}": it must be a positive, finite number of seconds',
    next: 'For example: --timeout 300.',
  },
  NO_FILES: {
    exit: 2,
    message: 'No files found to upload in {folder}',
    next: "Run the command in the project's folder, or name it with --cwd; `include` in .service/config.json says which paths are sent.",
  },
  WORKSPACE_ROOT: {
    exit: 2,
    message: '{folder} is the root of a workspace and no package to verify itself',
    next: 'Verify one of its packages: {commands}.',
  },
  NO_API_KEY: {
    exit: 2,
    message: 'No API key configured',
    next: 'Run `service auth login`, set SERVICE_API_KEY, pass --api-key, or verify on this machine with --local.',
  },
  INVALID_USAGE: { exit: 2, message: '{reason}', next: 'See `service --help`.' },
  INVALID_CONFIG: {
    exit: 2,
    message: '{file}: {reason}',
    next: 'Correct the file; docs/configuration.md describes its fields.',
  },
  INVALID_PACKAGE_REF: {
    exit: 2,
    message: '"{ref}" is not a package reference: {reason}',
    next: 'Give a published package as name, @scope/name or @scope/name@version.',
  },
  PATH_NOT_SUPPORTED: {
    exit: 2,
    message: '"{path}" is a path; [file] takes the name of a published package',
    next: 'To verify a project on disk, leave [file] out and use --cwd {path}.',
  },
  UNREADABLE_PATH: {
    exit: 2,
    message: 'Could not read {path}: {reason}',
    next: 'Check that it exists and that you may read it.',
  },
  UNWRITABLE_PATH: {
    exit: 2,
    message: 'Could not write {path}: {reason}',
    next: 'Check that the folder exists and that you may write to it.',
  },
  NO_HOME_FOLDER: {
    exit: 2,
    message: 'There is no home folder to keep {what} in',
    next: 'Set HOME to a folder of yours, or {instead}.',
  },
  UNKNOWN_CODE: { exit: 2, message: 'There is no code "{code}"', next: '{suggestion}' },
  NODE_TOO_OLD: {
    exit: 2,
    message: 'service needs Node.js {needed} or newer; this is {version}',
    next: 'Install a newer Node.js from https://nodejs.org.',
  },
  ISOLATION_UNAVAILABLE: {
    exit: 2,
    message: 'Children can not be isolated with {isolation}: {reason}',
    next: "Install bubblewrap where the kernel lets it work, or accept Node's permission model with --isolation=permission.",
  },
  CONNECTION_FAILED: {
    exit: 1,
    message: 'Could not reach {url}: {reason}',
    next: 'Check the address (--base-url) and your connection, or verify on this machine with --local.',
  },

  CONTRADICTING_RESULT: {
    exit: 1,
    message: 'The result of run {runId} contradicts itself: {reason}',
    next: 'Do not rely on it: ask the operator of the service, or verify on this machine with --local.',
  },

  // Operating the cloud.
  DATA_FOLDER_IN_USE: {
    exit: 1,
    message: 'Another process is using the data folder {folder}',
    next: 'Stop it, or give this one another folder with --data.',
  },
  DATA_FOLDER_UNUSABLE: {
    exit: 2,
    message: 'The data folder {folder} can not be used: {reason}',
    next: 'Give a folder on a disk that you may write to with --data.',
  },
  DATA_FOLDER_EXPOSED: {
    exit: 1,
    message: 'Other users may read or write the data folder {folder} (mode {mode})',
    next: 'Run `chmod 700 {folder}`.',
  },
  STORE_DAMAGED: {
    exit: 1,
    message: 'The database in {folder} is gone: its files were removed',
    next: 'Move the folder away and restore a backup with `service admin restore <file> --data {folder}`, or give a new folder with --data.',
  },
  DATABASE_UNREACHABLE: {
    exit: 1,
    message: 'Could not open the database: {reason}',
    next: 'Check --database-url (or DATABASE_URL) and that the server accepts connections.',
  },
  ISOLATION_REQUIRED: {
    exit: 1,
    message: 'Runs of other people need bubblewrap to keep them from this machine: {reason}',
    next: 'Install bubblewrap, or accept the risk with --isolation=permission.',
  },
  ADDRESS_UNUSABLE: {
    exit: 1,
    message: 'Could not listen on {address}: {reason}',
    next: 'Give another one with --host and --port.',
  },
  BACKUP_INVALID: {
    exit: 1,
    message: '{file} can not be restored: {reason}',
    next: 'Use another backup; nothing was restored.',
  },

  // Plugins.
  PLUGIN_INVALID: {
    exit: 2,
    message: 'Plugin {plugin}: {reason}',
    next: 'Correct the plugin; docs/plugins.md describes its parts.',
  },
  PLUGIN_UNKNOWN_OPTION: {
    exit: 2,
    message: 'Plugin {plugin}: unknown option "{option}" in {where}',
    next: 'Known options: {known}.',
  },
  PLUGIN_DUPLICATE: {
    exit: 2,
    message: 'Plugin {plugin}: a plugin of this name is registered already',
    next: 'Register it once.',
  },
  PLUGIN_DUPLICATE_PROJECT_TYPE: {
    exit: 2,
    message: 'Plugin {plugin}: the project type "{type}" belongs to plugin {owner} already',
    next: 'Give it another name, or add checks to the type with `checks`.',
  },
  PLUGIN_DUPLICATE_CHECK: {
    exit: 2,
    message: 'Plugin {plugin}: "{type}" already has a check "{check}", from plugin {owner}',
    next: 'Give the check another name.',
  },
  PLUGIN_DUPLICATE_RULE: {
    exit: 2,
    message: 'Plugin {plugin}: the code "{code}" belongs to check "{check}" already',
    next: 'Give the rule another code.',
  },
  PLUGIN_MISSING: {
    exit: 2,
    message: 'Plugin {plugin}: needs plugin "{needed}", which is not registered',
    next: 'Register {needed} as well.',
  },
  PLUGIN_FAILED: {
    exit: 2,
    message: 'Plugin {plugin}: failed while it was applied: {reason}',
    next: 'Correct the plugin, or take it out of `plugins`.',
  },
  INVALID_PLUGIN_NAME: {
    exit: 2,
    message: '"{name}" is no name for a new plugin: {reason}',
    next: 'Give it small letters, digits and single dashes: service plugin new my-ecosystem.',
  },
  FOLDER_NOT_EMPTY: {
    exit: 2,
    message: 'There is something in {folder} already',
    next: 'Give another name, or empty the folder first; nothing was written.',
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

/** The arguments that the templates of a code name. */
export type ErrorArguments<C extends ErrorCode> = Record<Placeholders<Template<C>>, string | number>;

/** An error of the catalogue. `message` is the filled template, `next` the filled advice. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly next: string;

  constructor(code: ErrorCode, message: string, next: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.code = code;
    this.next = next;
  }

  /** 1 or 2, as SPEC 7.2 and CONTRACT 2 say. */
  get exitCode(): 1 | 2 {
    return errorCatalogue[this.code].exit;
  }

  /** The HTTP status of CONTRACT 1; 500 for codes that the cloud never answers with. */
  get httpStatus(): number {
    const entry = errorCatalogue[this.code];
    return 'http' in entry ? entry.http : 500;
  }
}

/**
 * Makes an error of the catalogue.
 * @param args one value for each `{name}` in the code's templates
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

/** What to show of an unknown thrown value: its message, or the value as text. Never throws. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  try {
    return String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
