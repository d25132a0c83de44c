import { hostname } from 'node:os';
import { serviceError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { accessFlags } from '../access-flags.ts';
import type { Arguments } from '../arguments.ts';
import { askForKey, assertTerminal, readKey } from '../ask-for-key.ts';
import { connect, resolveAccess, resolveBaseUrl } from '../client/access.ts';
import { isUnencrypted } from '../client/base-url.ts';
import { Connection } from '../client/connection.ts';
import { credentialsPath, readCredentials, writeCredentials } from '../client/credentials.ts';
import { awaitKey, startDeviceLogin } from '../client/device-login.ts';
import { retryBriefly } from '../client/retry.ts';
import type { CommandModule, Invocation } from '../command.ts';
import { printWarning } from '../error-output.ts';
import type { Terminal } from '../terminal.ts';

const { env } = process;

/** `service auth login`: gets a key through a browser, or is given one, and stores it. */
export const login: CommandModule = {
  async run({ args, terminal, interruption }) {
    const warn = warningsOn(terminal);
    const baseUrl = await resolveBaseUrl(addressFlag(args), { env, warn });
    if (isUnencrypted(baseUrl))
      warn(`The connection to ${baseUrl} is not encrypted; the API key is sent as plain text`);
    const { signal } = interruption;
    const path = credentialsPath(env);
    if (path === undefined)
      throw serviceError('NO_HOME_FOLDER', {
        what: 'the API key',
        instead: 'set SERVICE_API_KEY instead of logging in',
      });
    const apiKey = args.flag('--with-token')
      ? await readKey(process.stdin, signal)
      : await logInAtTerminal(baseUrl, { terminal, interruption });
    if (apiKey === undefined) return 1;
    const account = await retryBriefly(() => connect({ baseUrl, apiKey }, env).account(signal), signal);
    const stored = await readCredentials(path, () => {});
    await writeCredentials(path, { current: baseUrl, keys: { ...stored.keys, [baseUrl]: apiKey } });
    terminal.out(`Logged in to ${baseUrl} as ${printable(account.name)}`);
    terminal.out(`Credits: ${account.credits.balance}`);
    return 0;
  },
};

/** `service auth status` */
export const status: CommandModule = {
  async run({ args, terminal, interruption }) {
    const { signal } = interruption;
    const access = await resolveAccess(accessFlags(args), { env, warn: warningsOn(terminal), signal });
    const { baseUrl, apiKey, source } = access;
    const account = await retryBriefly(() => connect(access, env).account(signal), signal);
    const { name, credits, concurrency } = account;
    if (args.flag('--json')) {
      terminal.document(jsonText({ baseUrl, source, ...account }));
      return 0;
    }
    terminal.out(`Logged in to ${baseUrl} as ${printable(name)}`);
    terminal.out(`API key: ${shortened(apiKey)} (${source})`);
    terminal.out(`Credits: ${credits.balance}${credits.held > 0 ? ` available, ${credits.held} held by runs` : ''}`);
    terminal.out(`Concurrent runs: ${concurrency.active} of ${concurrency.limit}`);
    return 0;
  },
};

/** `service auth logout` */
export const logout: CommandModule = {
  async run({ args, terminal }) {
    const baseUrl = await resolveBaseUrl(addressFlag(args), { env, warn: () => {} });
    const path = credentialsPath(env);
    const { current, keys } = await readCredentials(path, () => {});
    if (path === undefined || !Object.hasOwn(keys, baseUrl)) {
      terminal.out(`Not logged in to ${baseUrl}`);
      return 0;
    }
    const { [baseUrl]: _forgotten, ...others } = keys;
    const stays = current !== undefined && current !== baseUrl ? { current } : {};
    await writeCredentials(path, { ...stays, keys: others });
    terminal.out(`Logged out of ${baseUrl}`);
    if (env['SERVICE_API_KEY']) warningsOn(terminal)('SERVICE_API_KEY is still set and takes effect');
    return 0;
  },
};

function addressFlag(args: Arguments): { baseUrl?: string } {
  const baseUrl = args.value('--base-url');
  return baseUrl === undefined ? {} : { baseUrl };
}

/** Returns the public part of a key. */
function shortened(apiKey: string): string {
  const [, id] = /^(svc_[^_]{1,16})_/.exec(apiKey) ?? [];
  return id === undefined ? '(unknown format)' : `${printable(id)}_…`;
}

function warningsOn(terminal: Terminal): (message: string) => void {
  return (message) => printWarning(terminal, message);
}

/**
 * Gets an API key at a terminal: through a browser (RFC 8628), or pasted.
 * @returns undefined after Ctrl-C
 * @throws {ServiceError} INVALID_USAGE without a terminal, UNAUTHORIZED when the login is refused
 */
async function logInAtTerminal(
  baseUrl: string,
  { terminal, interruption }: Pick<Invocation, 'terminal' | 'interruption'>,
): Promise<string | undefined> {
  assertTerminal();
  const { isCancel, select } = await import('@clack/prompts');
  const { signal } = interruption;
  const way = await select({
    message: `Log in to ${baseUrl}`,
    options: [
      { value: 'browser', label: 'In a browser' },
      { value: 'key', label: 'With an API key' },
    ],
    output: process.stderr,
    signal,
  });
  if (isCancel(way)) {
    // The prompt handles Ctrl-C as a key press, so there was no signal.
    interruption.interrupt();
    return undefined;
  }
  if (way === 'key') return askForKey(baseUrl, interruption);
  const connection = new Connection(baseUrl, undefined, process.env);
  const login = await startDeviceLogin(connection, `service on ${hostname()}`.slice(0, 100), signal);
  if (!login) {
    terminal.err('This cloud does not support logging in with a browser');
    return askForKey(baseUrl, interruption);
  }
  terminal.err(`Open ${printable(login.verification_uri_complete ?? login.verification_uri)}`);
  terminal.err(`and approve the code ${printable(login.user_code)}`);
  return awaitKey(connection, login, signal);
}
