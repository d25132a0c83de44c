import { reasonOf, ServiceError, serviceError } from '../kernel/errors.ts';
import { printable } from '../kernel/printable.ts';
import type { Terminal } from './terminal.ts';

/**
 * Tells the user of an error: what is wrong and what to do on standard error, and with `json` the document of CONTRACT 2
 * on standard output as well.
 * @returns the exit code
 */
export function reportError(error: unknown, terminal: Terminal, { json }: { json: boolean }): number {
  const { code, message, next, exitCode } = describe(error);
  if (json) terminal.out(JSON.stringify({ error: { code, message } }, null, 2));
  printError(terminal, { code, message, next });
  if (process.env['SERVICE_DEBUG'] && error instanceof Error)
    terminal.err(printable(error.stack ?? '', { lines: true }));
  return exitCode;
}

/** An error on standard error, without deciding how the command ends. */
export function printError(
  terminal: Terminal,
  { code, message, next }: { code: string; message: string; next?: string },
): void {
  const { red, bold, dim } = terminal.errorColors;
  terminal.err(`${red(bold('Error:'))} ${message} ${dim(`(${code})`)}`);
  if (next) terminal.err(`  ${next}`);
}

/** Something to know that does not stop the command. */
export function printWarning(terminal: Terminal, message: string): void {
  terminal.err(`${terminal.errorColors.yellow('Warning:')} ${printable(message)}`);
}

/** What to tell of a command that an interruption ended before it had anything to say. */
export function interruptedError(): ServiceError {
  return serviceError('CANCELLED', { reason: 'Interrupted' });
}

function describe(error: unknown): { code: string; message: string; next: string; exitCode: number } {
  if (error instanceof ServiceError) {
    const { code, message, next, exitCode } = error;
    return { code, message: printable(message), next: printable(next), exitCode };
  }
  return {
    code: 'RUNNER_ERROR',
    message: `Internal error: ${printable(reasonOf(error)).slice(0, 500)}`,
    next: 'Run it again with SERVICE_DEBUG=1 for a stack trace, and report it.',
    exitCode: 1,
  };
}
