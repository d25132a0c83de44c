import { errorCatalogue, reasonOf, ServiceError, serviceError } from '../kernel/errors.ts';
import { printable } from '../kernel/printable.ts';
import { withLocatedDocs } from './located-docs.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints an error and what to do to standard error, and with `json` the document of CONTRACT 2 to standard output.
 * @returns the exit code
 */
export function reportError(error: unknown, terminal: Terminal, { json }: { json: boolean }): number {
  const { code, message, next, exitCode } = describeError(error);
  if (json) terminal.out(JSON.stringify({ error: { code, message, ...(next !== '' && { hint: next }) } }, null, 2));
  printError(terminal, { code, message, next });
  if (process.env['SERVICE_DEBUG'] && error instanceof Error)
    terminal.err(printable(error.stack ?? '', { lines: true }));
  return exitCode;
}

/** Prints an error to standard error. */
function printError(
  terminal: Terminal,
  { code, message, next }: { code: string; message: string; next?: string },
): void {
  const { red, bold, dim } = terminal.errorColors;
  terminal.err(`${red(bold('Error:'))} ${message} ${dim(`(${code})`)}`);
  if (next) terminal.err(`  ${next}`);
}

/** Prints a warning to standard error. */
export function printWarning(terminal: Terminal, message: string): void {
  terminal.err(`${terminal.errorColors.yellow('Warning:')} ${printable(message)}`);
}

/** The error of a command that was interrupted before it had a result. */
export function interruptedError(): ServiceError {
  return serviceError('CANCELLED', { reason: 'Interrupted' });
}

/** Leads from a wrong use of a command to its own help, unless the error says what else to do. */
export function errorOfCommand(error: unknown, command: string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'INVALID_USAGE') return error;
  if (error.next !== errorCatalogue.INVALID_USAGE.next) return error;
  return new ServiceError(error.code, error.message, `Run \`service ${command} --help\` for usage.`, { cause: error });
}

/** Returns what to say about an error, with control characters escaped. */
export function describeError(error: unknown): { code: string; message: string; next: string; exitCode: number } {
  if (error instanceof ServiceError) {
    const { code, message, next, exitCode } = error;
    return { code, message: printable(message), next: printable(withLocatedDocs(next)), exitCode };
  }
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    return describeError(serviceError('UNREADABLE_PATH', { path: 'the current folder', reason: 'it was removed' }));
  }
  return {
    code: 'RUNNER_ERROR',
    message: `Internal error: ${printable(reasonOf(error)).slice(0, 500)}`,
    next: 'Run it again with SERVICE_DEBUG=1 for a stack trace, and report it.',
    exitCode: 1,
  };
}
