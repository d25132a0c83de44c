/**
 * A process that hands out databases of one PostgreSQL server, which it starts when somebody asks: one with the tables of a
 * store, by its URL, for each request; an empty one for a request of `/empty`. It tells its parent the port that it listens
 * on, and ends with it.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PostgresServer } from './postgres-server.ts';

let server: Promise<PostgresServer> | undefined;
let prepared: Promise<string> | undefined;
const door = createServer(async ({ url }, response) => {
  try {
    server ??= import('./postgres-server.ts').then(({ startPostgres }) => startPostgres());
    const postgres = await server;
    // To make the tables takes longer than to copy them.
    if (url !== '/empty') prepared ??= preparedDatabase(postgres);
    // A kept connection could close while the next one asks.
    response
      .setHeader('connection', 'close')
      .end(await postgres.database(url === '/empty' ? undefined : await prepared));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
// Ctrl-C is sent to all processes of a terminal; the parent's end is what counts.
process.on('SIGINT', () => {});
process.on('disconnect', async () => {
  door.close();
  await (await server)?.close();
  process.exit();
});
await once(door.listen(0, '127.0.0.1'), 'listening');
process.send?.((door.address() as AddressInfo).port);

async function preparedDatabase(postgres: PostgresServer): Promise<string> {
  const [{ openServerDatabase }, { prepareDatabase }] = await Promise.all([
    import('../../cloud/store/server-database.ts'),
    import('./store/prepare-database.ts'),
  ]);
  const url = await postgres.database();
  const database = openServerDatabase({
    url,
    pool: 2,
    onError: (error) => {
      throw error;
    },
  });
  await prepareDatabase(database).finally(() => database.close());
  return url;
}
