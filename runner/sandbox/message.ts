import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { nonceLength } from './order.ts';

const Message = Type.Union([
  Type.Object({ kind: Type.Literal('done'), result: Type.Unknown() }),
  Type.Object({ kind: Type.Literal('threw'), message: Type.String() }),
]);
type Message = Static<typeof Message>;

/**
 * Reads everything that a child wrote to its descriptor. Bytes before or after the message make it no message.
 * @returns undefined for what is not exactly one message with this nonce
 */
export function readMessage(bytes: Buffer, nonce: Uint8Array): Message | undefined {
  if (!bytes.subarray(0, nonceLength).equals(nonce)) return undefined;
  try {
    const message: unknown = JSON.parse(bytes.toString('utf8', nonceLength));
    return Value.Check(Message, message) ? message : undefined;
  } catch {
    return undefined;
  }
}
