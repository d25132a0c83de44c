/**
 * A process that hands out databases of one PostgreSQL server, which it starts when somebody asks: an empty one, by its URL,
 * for each request. It tells its parent the port that it listens on, and ends with it.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PostgresServer } from './postgres-server.ts';

let server: Promise<PostgresServer> | undefined;
const door = createServer(async (_, response) => {
  try {
    server ??= import('./postgres-server.ts').then(({ startPostgres }) => startPostgres());
    // A kept connection could close while the next one asks.
    response.setHeader('connection', 'close').end(await (await server).database());
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
