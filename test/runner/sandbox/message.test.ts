import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { messageIn, readMessage } from '../../../runner/sandbox/message.ts';

const nonce = randomBytes(32);
const up = Buffer.from('+');
const sent = (text: string, before: Uint8Array = nonce) => Buffer.concat([up, before, Buffer.from(text)]);
const read = (bytes: Uint8Array) => {
  const message = messageIn(bytes, nonce);
  return message && readMessage(message);
};
const honest = '{"kind":"done","result":{"a":1}}';

test('reads a message behind its nonce', () => {
  expect(read(sent(honest))).toEqual({ kind: 'done', result: { a: 1 } });
  expect(read(sent('{"kind":"threw","message":"no"}'))).toEqual({ kind: 'threw', message: 'no' });
});

test.each([
  ['another nonce', sent(honest, randomBytes(32))],
  ['no nonce', Buffer.concat([up, Buffer.from(honest)])],
  ['less than a nonce', Buffer.concat([up, nonce.subarray(0, 31)])],
  ['no sign that it came up', Buffer.concat([nonce, Buffer.from(honest)])],
  ['nothing behind the nonce', sent('')],
  ['something before the nonce', Buffer.concat([Buffer.from('x'), sent(honest)])],
  ['a second message', sent(honest + honest)],
  ['half a message', sent(honest.slice(0, -1))],
  ['another kind', sent('{"kind":"timeout","seconds":1}')],
  ['no result', sent('{"kind":"done"}')],
  ['a message that is no text', sent('{"kind":"threw","message":1}')],
  ['no object', sent('null')],
])('%s is no message', (_, bytes) => {
  expect(read(Buffer.from(bytes))).toBeUndefined();
});
