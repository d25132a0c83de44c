import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseUnavailable } from '../../../cloud/store/database-errors.ts';
import { openServerDatabase } from '../../../cloud/store/server-database.ts';
import { TcpProxy } from '../../bench/cluster/tcp-proxy.ts';
import { ownDatabase } from '../shared-postgres.ts';

/** A database behind a bad network. */
async function database(queryTimeout?: number) {
  const url = new URL(await ownDatabase());
  const proxy = await TcpProxy.start(Number(url.port));
  const direct = url.href;
  url.port = String(proxy.port);
  const troubles: Error[] = [];
  const onError = (error: Error) => troubles.push(error);
  const database = openServerDatabase({ url: url.href, pool: 3, onError, queryTimeout });
  onTestFinished(async () => {
    await proxy.close();
    await database.close();
  });
  return { database, db: database.kysely, proxy, direct, troubles };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error,
  );

it('a connection that is lost in the middle of a statement fails the statement, and nothing else', async () => {
  const { database: lost, db, proxy, troubles } = await database();
  await lost.ping();
  const statement = failureOf(sql`select pg_sleep(60)`.execute(db));
  proxy.cut();
  expect(isDatabaseUnavailable(await statement)).toBe(true);
  expect(troubles).not.toEqual([]);
  await lost.ping();
});

it('a connection that is lost in the middle of a transaction fails the transaction, and nothing else', async () => {
  const { database: lost, db, proxy } = await database();
  const transaction = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    proxy.cut();
    await sql`select 2`.execute(trx);
  });
  expect(isDatabaseUnavailable(await failureOf(transaction))).toBe(true);
  await lost.ping();
});

it('a connection on which nothing is heard any more is given up, and nobody gets it again', async () => {
  const { database: halfOpen, proxy } = await database(2000);
  await Promise.all([halfOpen.ping(), halfOpen.ping(), halfOpen.ping()]);
  expect(proxy.swallow()).toBeGreaterThan(0);
  // As many as the pool holds: each finds out one that is dead.
  await Promise.allSettled([halfOpen.ping(), halfOpen.ping(), halfOpen.ping()]);
  await halfOpen.ping();
});

it('a transaction whose client has disappeared releases its locks', async () => {
  const { db, proxy, direct } = await database(300);
  await sql`create table things (id int primary key); insert into things values (1)`.execute(db);
  const transaction = db.transaction().execute(async (trx) => {
    await sql`select * from things for update`.execute(trx);
    proxy.swallow();
    await sql`select 1`.execute(trx);
  });
  expect(isDatabaseUnavailable(await failureOf(transaction))).toBe(true);
  const other = openServerDatabase({ url: direct, pool: 1, onError: () => {} });
  onTestFinished(() => other.close());
  const { rows } = await sql`select * from things for update`.execute(other.kysely);
  expect(rows).toHaveLength(1);
});
