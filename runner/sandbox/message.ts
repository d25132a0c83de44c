import * as guards from './guards.ts';
import type { Message } from './message-schema.ts';
import { nonceLength, up } from './order.ts';

/**
 * The message in everything that a child wrote to its descriptor. Bytes before or after it make it no message.
 * @returns undefined for what does not begin with this nonce, after the byte that says that the child came up
 */
export function messageIn(bytes: Uint8Array, nonce: Uint8Array): Uint8Array | undefined {
  const start = 1 + nonceLength;
  const isMessage = bytes[0] === up && Buffer.compare(bytes.subarray(1, start), nonce) === 0;
  return isMessage ? bytes.subarray(start) : undefined;
}

/** @returns undefined for what is not exactly one message */
export function readMessage(bytes: Uint8Array): Message | undefined {
  try {
    const message: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
    return guards.message.is(message) ? message : undefined;
  } catch {
    return undefined;
  }
}
