import type { Readable } from 'node:stream';
import { usageError } from '../kernel/errors.ts';
import type { Interruption } from './interruption.ts';

/** Characters; keys are much shorter. */
const maxKeyLength = 4096;

/**
 * Reads an API key from a stream.
 * @throws {ServiceError} INVALID_USAGE if it is empty or too long
 */
export async function readKey(stream: Readable, signal: AbortSignal): Promise<string> {
  const stop = () => stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  let text = '';
  try {
    for await (const chunk of stream) {
      text += String(chunk);
      if (text.length > maxKeyLength) throw usageError('Standard input is too long for an API key');
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  const key = text.trim();
  if (key === '') throw usageError('No API key on standard input');
  return key;
}

/**
 * Asks for an API key in the terminal, masked.
 * @returns undefined after Ctrl-C
 * @throws {ServiceError} INVALID_USAGE without a terminal
 */
export async function askForKey(baseUrl: string, interruption: Interruption): Promise<string | undefined> {
  assertTerminal();
  const { isCancel, password } = await import('@clack/prompts');
  const key = await password({
    message: `API key for ${baseUrl}`,
    output: process.stderr,
    signal: interruption.signal,
    validate: (value) => (value?.trim() ? undefined : 'Enter an API key'),
  });
  if (!isCancel(key)) return key.trim();
  // The prompt handles Ctrl-C as a key press, so there was no signal.
  interruption.interrupt();
  return undefined;
}

/** @throws {ServiceError} INVALID_USAGE */
export function assertTerminal(): void {
  if (process.stdin.isTTY && process.stderr.isTTY) return;
  throw usageError('Cannot ask for the API key without a terminal; pipe it in with --with-token');
}
