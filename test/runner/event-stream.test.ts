import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NumberedEvent } from '../../kernel/events.ts';
import { EventStream } from '../../runner/event-stream.ts';

const log = (message: string) => ({ type: 'log', level: 'info', message }) as const;

async function all(stream: EventStream): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const words = (events: readonly NumberedEvent[]) => events.map((event) => (event.type === 'log' ? event.message : ''));

test('what was pushed before anybody reads is not lost', async () => {
  const stream = new EventStream();
  stream.push(log('a'));
  stream.push(log('b'));
  stream.end();
  const events = await all(stream);
  expect(words(events)).toEqual(['a', 'b']);
  expect(events.map(({ seq }) => seq)).toEqual([1, 2]);
});

test('a reader that waits is woken by the next event', async () => {
  const stream = new EventStream();
  const reader = stream[Symbol.asyncIterator]();
  const first = reader.next();
  stream.push(log('a'));
  expect((await first).value).toMatchObject({ seq: 1, message: 'a' });
  const second = reader.next();
  stream.end();
  expect(await second).toEqual({ done: true, value: undefined });
});

test('what is pushed after the end is not there', async () => {
  const stream = new EventStream();
  stream.end();
  stream.push(log('late'));
  expect(await all(stream)).toEqual([]);
});

test('each event says when it was, in RFC 3339 UTC', async () => {
  const stream = new EventStream();
  stream.push(log('a'));
  stream.end();
  const [event] = await all(stream);
  expect(event?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('a reader that leaves early stops nothing', async () => {
  const stream = new EventStream();
  stream.push(log('a'));
  for await (const _ of stream) break;
  expect(() => stream.push(log('b'))).not.toThrow();
});

test('events come in order, contiguous from 1, however pushing and reading take turns', async () => {
  const turns = fc.array(fc.oneof(fc.constant('push'), fc.constant('breathe')), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(turns, async (moves) => {
      const stream = new EventStream();
      const reading = all(stream);
      let pushed = 0;
      for (const move of moves) {
        if (move === 'breathe') await Promise.resolve();
        else stream.push(log(String(++pushed)));
      }
      stream.end();
      const events = await reading;
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: pushed }, (_, index) => index + 1));
      expect(words(events)).toEqual(events.map(({ seq }) => String(seq)));
    }),
  );
});
