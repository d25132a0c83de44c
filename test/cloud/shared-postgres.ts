import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { PostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where to ask for a database. */
    databases: string;
  }
}

/**
 * Before the first test: offers databases of one PostgreSQL server to all test files, because making a server takes
 * a second of a processor. It is started when somebody asks.
 */
export default async function offerDatabases(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const door = createServer(async (_, response) => {
    try {
      server ??= import('./postgres-server.ts').then(({ startPostgres }) => startPostgres());
      response.end(await (await server).database());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  const { port } = door.address() as AddressInfo;
  project.provide('databases', `http://127.0.0.1:${port}`);
  return async () => {
    door.close();
    await (await server)?.close();
  };
}

/** Makes an empty database, for the one who asks only, and tells its URL. */
export async function ownDatabase(): Promise<string> {
  const answer = await fetch(inject('databases'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
