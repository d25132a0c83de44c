import type { Readable } from 'node:stream';
import { serviceError } from '../kernel/errors.ts';
import type { Interruption } from './interruption.ts';

/** Characters; a key is far shorter. */
const longestKey = 4096;

/**
 * Reads an API key from a stream to its end.
 * @throws {ServiceError} INVALID_USAGE for none, or far too much
 */
export async function readKey(stream: Readable, signal: AbortSignal): Promise<string> {
  const stop = () => stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  let text = '';
  try {
    for await (const chunk of stream) {
      text += String(chunk);
      if (text.length > longestKey) throw usage('Standard input is too long for an API key');
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  const key = text.trim();
  if (key === '') throw usage('No API key on standard input');
  return key;
}

/**
 * Asks for an API key at the terminal, without showing it.
 * @returns undefined when the question was left with Ctrl-C
 * @throws {ServiceError} INVALID_USAGE where there is no terminal
 */
export async function askForKey(baseUrl: string, interruption: Interruption): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw usage('Cannot ask for the API key without a terminal; pipe it in with --with-token');
  }
  const { isCancel, password } = await import('@clack/prompts');
  const key = await password({
    message: `API key for ${baseUrl}`,
    output: process.stderr,
    signal: interruption.signal,
    validate: (value) => (value?.trim() ? undefined : 'Enter an API key'),
  });
  if (!isCancel(key)) return key.trim();
  // Ctrl-C was a key press to the prompt, and no signal.
  interruption.interrupt();
  return undefined;
}

function usage(reason: string) {
  return serviceError('INVALID_USAGE', { reason });
}
