import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CloudOptions } from '../../../cloud/start-cloud.ts';
import {
  type Account,
  type Answer,
  api,
  account as at,
  request,
  startTestCloud,
  type TestCloud,
  toyRequest,
} from './test-cloud.ts';

const patience = { timeout: 600_000, interval: 20 };

let cloud: TestCloud;
beforeAll(async () => {
  // The runs of these tests wait: nobody starts them.
  cloud = await startTestCloud({ workers: 0 });
});
afterAll(() => cloud.close());

/** A server of the same cloud with bounds of its own, and an account as it sees it. */
async function bounded(settings: CloudOptions['settings']) {
  const server = await cloud.another({ settings });
  return { ...server, account: at(server.url, await cloud.account()), other: at(server.url, await cloud.account()) };
}

function expectRefused(answer: Answer, { status, code, detail }: { status: number; code: string; detail: RegExp }) {
  expect(answer).toMatchObject({ status, json: { code, detail: expect.stringMatching(detail) } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('runs that wait', () => {
  it('are limited for all accounts together', async () => {
    const { account, other, close } = await bounded({ queue: 2 });
    const first = await account.run();
    await other.run();
    const refused = { status: 503, code: 'UNAVAILABLE', detail: /the queue is full/ };
    for (const owner of [account, other]) {
      expectRefused(await owner.send('POST', '/runs', toyRequest()), refused);
      expect(await cloud.ledger(owner.id)).toEqual(['grant 10', 'hold -1']);
    }
    await account.send('POST', `/runs/${first}/cancel`);
    await other.run();
    expectRefused(await account.send('POST', '/runs', toyRequest()), refused);
    await close();
  });
});

describe('answers that are held open', () => {
  const watch = (account: Account, runId: string) => {
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${account.key}` };
    const answer = (url: string) => fetch(`${url}${api}/runs/${runId}/logs`, { headers, signal: gone.signal });
    return { answer, leave: () => gone.abort() };
  };

  it('are shared out: one account can not take them all', async () => {
    const { url, account, other, close } = await bounded({ accountWatchers: 2 });
    const runId = await account.run();
    const first = watch(account, runId);
    expect((await first.answer(url)).status).toBe(200);
    const waiting = account.send('GET', `/runs/${runId}?wait=30`);
    const held = /^service_watchers\{kind="wait"\} 1$/m;
    await vi.waitFor(async () => expect((await request(`${url}/metrics`)).text).toMatch(held), patience);
    const full = { status: 429, code: 'RATE_LIMITED', detail: /has 2 open log streams/ };
    expectRefused(await account.send('GET', `/runs/${runId}?wait=0.01`), full);
    expectRefused(await account.send('GET', `/runs/${runId}/logs`), full);
    // What holds nothing open is answered.
    expect((await account.send('GET', `/runs/${runId}`)).status).toBe(200);
    const theirs = await other.run();
    expect((await other.send('GET', `/runs/${theirs}?wait=0.01`)).status).toBe(200);
    first.leave();
    await vi.waitFor(
      async () => expect((await account.send('GET', `/runs/${runId}?wait=0.01`)).status).toBe(200),
      patience,
    );
    await account.send('POST', `/runs/${runId}/cancel`);
    expect((await waiting).json.status).toBe('rejected');
    await close();
  });

  it('are limited per process', async () => {
    const { url, account, other, close } = await bounded({ watchers: 1 });
    const runId = await account.run();
    const first = watch(account, runId);
    expect((await first.answer(url)).status).toBe(200);
    const theirs = await other.run();
    const full = { status: 503, code: 'UNAVAILABLE', detail: /too many/ };
    expectRefused(await other.send('GET', `/runs/${theirs}?wait=30`), full);
    expectRefused(await other.send('GET', `/runs/${theirs}/logs`), full);
    first.leave();
    await vi.waitFor(async () => {
      expect((await other.send('GET', `/runs/${theirs}?wait=0.01`)).status).toBe(200);
    }, patience);
    await close();
  });
});

describe('bodies', () => {
  const body = JSON.stringify(toyRequest({ log: ['x'.repeat(5_000)] }));

  /** Begins a create-run request and leaves most of its body out. */
  async function beginning({ key }: Account, url: string): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = [
      `POST ${api}/runs HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
    return socket;
  }

  it('of all requests together are limited in memory', async () => {
    const { url, account, other, close } = await bounded({ bodyBytes: 8_000 });
    const slow = await beginning(account, url);
    await vi.waitFor(async () => {
      expect((await request(`${url}/metrics`)).text).toContain(`service_request_body_bytes ${body.length}`);
    }, patience);
    const detail = /too many uploads are in progress/;
    expectRefused(await other.send('POST', '/runs', body), { status: 503, code: 'UNAVAILABLE', detail });
    slow.destroy();
    await vi.waitFor(async () => expect((await other.send('POST', '/runs', body)).status).toBe(201), patience);
    await close();
  });

  it('of clients that leave before they are admitted do not count', async () => {
    const { url, account, other, close } = await bounded({ bodyBytes: 8_000 });
    for (let time = 0; time < 20; time++) {
      const socket = await beginning(account, url);
      socket.destroy();
      await once(socket, 'close');
    }
    await vi.waitFor(async () => expect((await other.send('POST', '/runs', body)).status).toBe(201), {
      timeout: 5_000,
      interval: 100,
    });
    await close();
  });

  it('that do not come are not waited for', async () => {
    const { url, account, close } = await bounded({ requestSeconds: 1 });
    const slow = await beginning(account, url);
    let text = '';
    slow.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    await once(slow, 'close');
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      status: 408,
      code: 'INVALID_PAYLOAD',
      detail: 'The request did not arrive completely within the time limit',
    });
    expect(await cloud.ledger(account.id)).toEqual(['grant 10']);
    await close();
  });
});

it('connections past the bound are closed, and those that are open go on', async () => {
  const { url, close } = await bounded({ connections: 2 });
  const { hostname, port } = new URL(url);
  const open = async () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const kept = [await open(), await open()];
  const refused = await open();
  await once(refused.resume(), 'close');
  for (const socket of kept) {
    socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(`${answer}`).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  }
  await close();
});

it('get 503 if no database connection is free, and nothing hangs', async () => {
  const { account, other, close } = await bounded({ databasePool: 2 });
  // The account is locked by somebody else: creating a run for it takes a connection, and waits.
  const locked = await cloud.hold(`select 1 from accounts where id = '${account.id}' for update`);
  const stuck = [1, 2].map(() => account.send('POST', '/runs', toyRequest()));
  await cloud.sql(`do $$ begin
    for look in 1..1000 loop
      exit when (select count(*) from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()) = 2;
      perform pg_sleep(0.01);
    end loop;
  end $$`);
  expectRefused(await other.send('GET', '/account'), {
    status: 503,
    code: 'UNAVAILABLE',
    detail: /no database connection is free/,
  });
  await locked.release();
  for (const answer of stuck) expect((await answer).status).toBe(201);
  expect((await other.send('GET', '/account')).status).toBe(200);
  await close();
});
