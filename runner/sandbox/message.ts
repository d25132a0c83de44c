import Type, { type Static } from 'typebox';
import { guard } from '../../kernel/guard.ts';
import { tryJson } from '../../kernel/project-files.ts';
import { nonceLength, readyByte } from './child-protocol.ts';

/** The message of a sandboxed process: the result of its program, or the error that it threw. */
const Message = Type.Union([
  Type.Object({ kind: Type.Literal('done'), result: Type.Unknown() }),
  Type.Object({ kind: Type.Literal('threw'), message: Type.String() }),
]);
type Message = Static<typeof Message>;

const messages = guard(Message);

/**
 * Extracts the message from the bytes that a process wrote to its descriptor.
 * @returns undefined unless the bytes start with the ready byte and this nonce
 */
export function messageIn(bytes: Uint8Array, nonce: Uint8Array): Uint8Array | undefined {
  const start = 1 + nonceLength;
  const isMessage = bytes[0] === readyByte && Buffer.compare(bytes.subarray(1, start), nonce) === 0;
  return isMessage ? bytes.subarray(start) : undefined;
}

/** @returns undefined unless the bytes are exactly one message */
export function readMessage(bytes: Uint8Array): Message | undefined {
  const message = tryJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  return messages.is(message) ? message : undefined;
}
