import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCloud, type TestCloud, toyRequest } from './server/test-cloud.ts';

const lines: Record<string, unknown>[] = [];
const log = new Writable({
  write(chunk, _encoding, done) {
    // Each is one JSON document.
    lines.push(JSON.parse(`${chunk}`));
    done();
  },
});

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud({ logger: pino({ level: 'info' }, log) });
});
afterAll(() => cloud.close());

it('names the run and the request in each line that belongs to one, and leads from one to the other, but no key and no token', async () => {
  const account = await cloud.account();
  const answer = await account.send('POST', '/runs', toyRequest({ findings: 1 }), { 'x-request-id': 'mine' });
  const { runId } = answer.json;
  await account.ended(runId);
  expect(lines).toContainEqual(
    expect.objectContaining({ reqId: 'mine', runId, accountId: account.id, msg: 'run created' }),
  );
  expect(lines.filter(({ reqId }) => reqId === 'mine').map(({ msg }) => msg)).toEqual([
    'incoming request',
    'run created',
    'request completed',
  ]);
  const ofWorker = () => lines.filter((line) => line['runId'] === runId && line['reqId'] === undefined);
  // The worker logs the end of a run after it has stored the result.
  await expect.poll(ofWorker).toMatchObject([
    { attempt: 1, msg: 'run started' },
    { attempt: 1, status: 'failed', msg: 'run ended' },
  ]);
  const page = new URL(answer.json.links.web);
  expect((await fetch(page)).status).toBe(200);
  const text = JSON.stringify(lines);
  expect(text).toContain(page.pathname);
  expect(text).not.toContain(page.searchParams.get('token'));
  expect(text).not.toContain(account.key);
});

it('tells why the database did not store a run', async () => {
  const account = await cloud.account();
  await cloud.sql(`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
  end $$`);
  await cloud.sql('create trigger refuse before insert on runs execute function refuse()');
  const answer = await account.send('POST', '/runs', toyRequest(), { 'x-request-id': 'full' });
  await cloud.sql('drop trigger refuse on runs');
  expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } });
  expect(lines.filter(({ reqId, level }) => reqId === 'full' && level === 50)).toMatchObject([
    { code: '53100', reason: 'could not extend file: No space left on device' },
  ]);
});
