import { hostname } from 'node:os';
import { printable } from '../kernel/printable.ts';
import { askForKey, assertTerminal } from './ask-for-key.ts';
import { Connection } from './client/connection.ts';
import { awaitKey, startDeviceLogin } from './client/device-login.ts';
import type { Invocation } from './command.ts';

/**
 * Gets an API key at a terminal: through a browser (RFC 8628), or pasted.
 * @returns undefined after Ctrl-C
 * @throws {ServiceError} INVALID_USAGE without a terminal, UNAUTHORIZED when the login is refused
 */
export async function logInAtTerminal(
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
