import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, api, startTestCloud, type TestCloud } from './test-cloud.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
});
afterAll(() => cloud.close());

interface StreamedEvent {
  id?: number;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  data: any;
}

/** Reads server-sent events until the server ends them, or as long as the test wants. */
async function* stream(
  url: string,
  { key }: Account,
  runId: string,
  { after, lastEventId }: { after?: number; lastEventId?: number } = {},
): AsyncGenerator<StreamedEvent> {
  const query = after === undefined ? '' : `?after=${after}`;
  const answer = await fetch(`${url}${api}/runs/${runId}/logs${query}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId !== undefined && { 'last-event-id': `${lastEventId}` }),
    },
  });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const chunk of (answer.body ?? expect.fail()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      // A comment keeps the connection alive where nothing happens for a while.
      if (event.startsWith(':')) continue;
      const fields = new Map(
        event.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const id = fields.get('id');
      const data: unknown = JSON.parse(fields.get('data') ?? 'null');
      yield { ...(id !== undefined && { id: Number(id) }), event: fields.get('event') ?? '', data };
    }
  }
  expect(text).toBe('');
}

const linesOf = (events: readonly StreamedEvent[]) => events.filter(({ event }) => event === 'log');

it('come as they are written, with the record, until the end, also from a server that neither made nor verifies the run', async () => {
  const other = await cloud.another({ workers: 0 });
  const account = await cloud.account();
  const runId = await account.run({ log: ['first'], gate: 'live' });
  const events: StreamedEvent[] = [];
  for await (const event of stream(other.url, account, runId)) {
    events.push(event);
    // Nothing but this line lets the run go on: it is seen while the run runs.
    if (event.data.message === 'first') cloud.gates.open('live');
  }
  const lines = linesOf(events);
  expect(lines.map(({ id }) => id)).toEqual(lines.map((_, index) => index + 1));
  expect(lines.map(({ id, data }) => data.seq === id)).not.toContain(false);
  expect(lines.find(({ data }) => data.message === 'first')?.data).toEqual({
    seq: expect.any(Number),
    time: expect.stringMatching(/Z$/),
    level: 'info',
    message: 'first',
    check: 'toy',
  });
  const records = events.filter(({ event }) => event === 'status');
  expect(records.every(({ id, data }) => id === undefined && data.runId === runId)).toBe(true);
  expect(records.at(-1)?.data).toMatchObject({ status: 'success', checks: { done: 1, total: 1 } });
  expect(events.at(-1)).toEqual({ event: 'end', data: { status: 'success', lastSeq: lines.length } });
  await other.close();
});

it('continue where a reader resumes, without gaps or duplicates, also after the end', async () => {
  const account = await cloud.account();
  const runId = await account.run({ log: ['a', 'b', 'c', '\u001b[31mred\u0000\u202e'] });
  await account.ended(runId);
  const all = await collect(stream(cloud.url, account, runId));
  const lines = linesOf(all);
  expect(lines.length).toBeGreaterThan(4);
  // Control characters of the project are visible.
  expect(lines.map(({ data }) => data.message)).toContain('\\x1b[31mred\\x00\\u202e');
  for (let after = 0; after <= lines.length; after++) {
    const rest = all.slice(after);
    expect(await collect(stream(cloud.url, account, runId, { after }))).toEqual(rest);
    // The header is newer than the address that it is sent to.
    expect(await collect(stream(cloud.url, account, runId, { after: 0, lastEventId: after }))).toEqual(rest);
  }
});

it('reach many readers at once, each complete', async () => {
  const account = await cloud.account();
  const runId = await account.run({ log: Array.from({ length: 300 }, (_, index) => `line ${index}`), gate: 'crowd' });
  const readers = Array.from({ length: 20 }, () => collect(stream(cloud.url, account, runId)));
  await cloud.gates.arrival('crowd');
  cloud.gates.open('crowd');
  const seen = (await Promise.all(readers)).map((events) => linesOf(events).map(({ data }) => data.message));
  expect(seen[0]?.filter((message) => message.startsWith('line '))).toHaveLength(300);
  for (const one of seen) expect(one).toEqual(seen[0]);
});

it('are lines of JSON as far as they are for who asks for them', async () => {
  const account = await cloud.account();
  const runId = await account.run({ log: ['so far'], gate: 'so-far' });
  await cloud.gates.arrival('so-far');
  const read = async (query = '') => {
    const answer = await account.send('GET', `/runs/${runId}/logs${query}`, undefined, {
      accept: 'application/x-ndjson',
    });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    return answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  expect((await read()).at(-1)).toMatchObject({ type: 'status', status: 'running' });
  cloud.gates.open('so-far');
  await account.ended(runId);
  const all = await read();
  expect(all.map(({ type }) => type).slice(-2)).toEqual(['status', 'end']);
  expect(all.filter(({ type }) => type === 'log').map(({ seq }) => seq)).toEqual(
    all.slice(0, -2).map((_, index) => index + 1),
  );
  expect(await read('?after=1')).toEqual(all.slice(1));
});

it('are not read for a reader who does not take them', async () => {
  const account = await cloud.account();
  const line = 'x'.repeat(4_000);
  const runId = await account.run({ log: [line], times: 1_050 });
  await account.ended(runId);
  const before = await heldMemory();
  const sockets = await Promise.all(Array.from({ length: 15 }, () => stalled(account, runId)));
  // The record of a run is read again and again while its readers stand still.
  for (let round = 0; round < 20; round++) await account.send('GET', `/runs/${runId}`);
  // 15 readers of 4 MB each.
  expect((await heldMemory()) - before).toBeLessThan(30_000_000);
  for (const socket of sockets) socket.destroy();
});

async function collect(events: AsyncIterable<StreamedEvent>): Promise<StreamedEvent[]> {
  const all: StreamedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Bytes that the process needs, with everything gone that nobody holds. */
async function heldMemory(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/** A reader that asks for a log and takes nothing of the answer but its first bytes. */
async function stalled({ key }: Account, runId: string): Promise<Socket> {
  const { hostname, port, host } = new URL(cloud.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${api}/runs/${runId}/logs HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}
