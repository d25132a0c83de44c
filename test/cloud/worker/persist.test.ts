import { expect, it } from 'vitest';
import { persist } from '../../../cloud/worker/persist.ts';

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const never = new AbortController().signal;

/** Throws these errors, one a call, and then tells how often it was called. */
function failing(...errors: Error[]): () => Promise<number> {
  let calls = 0;
  return async () => {
    const error = errors[calls];
    calls += 1;
    if (error) throw error;
    return calls;
  };
}

it('what is to be kept is written again until the database is there', async () => {
  const shuttingDown = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const lost = new Error('Connection terminated unexpectedly');
  expect(await persist(failing(away(), shuttingDown, lost), never)).toBe(4);
});

it('an error of another kind is nothing to wait for', async () => {
  const unique = Object.assign(new Error('duplicate key value'), { code: '23505' });
  await expect(persist(failing(unique), never)).rejects.toBe(unique);
});

it('nobody waits when the attempt is over', async () => {
  const over = new AbortController();
  const writing = persist(async () => {
    over.abort(new Error('over'));
    throw away();
  }, over.signal);
  await expect(writing).rejects.toThrow('ECONNREFUSED');
  const waiting = new AbortController();
  const tried = Promise.withResolvers<void>();
  const endless = persist(async () => {
    tried.resolve();
    throw away();
  }, waiting.signal);
  await tried.promise;
  waiting.abort();
  await expect(endless).rejects.toThrow();
});
