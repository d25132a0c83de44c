import * as guards from './guards.ts';
import type { Message } from './message-schema.ts';
import { nonceLength } from './order.ts';

/**
 * The message in everything that a child wrote to its descriptor. Bytes before or after it make it no message.
 * @returns undefined for what does not begin with this nonce
 */
export function messageIn(bytes: Uint8Array, nonce: Uint8Array): Uint8Array | undefined {
  return Buffer.compare(bytes.subarray(0, nonceLength), nonce) === 0 ? bytes.subarray(nonceLength) : undefined;
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
