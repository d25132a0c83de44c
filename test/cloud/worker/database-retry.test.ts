import { expect, it } from 'vitest';
import { withDatabaseRetry } from '../../../cloud/worker/database-retry.ts';

const unavailable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const never = new AbortController().signal;

/** Throws one of these errors per call, then returns the number of calls. */
function failing(...errors: Error[]): () => Promise<number> {
  let calls = 0;
  return async () => {
    const error = errors[calls];
    calls += 1;
    if (error) throw error;
    return calls;
  };
}

it('an operation is retried until the database is available', async () => {
  const shuttingDown = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const lost = new Error('Connection terminated unexpectedly');
  expect(await withDatabaseRetry(failing(unavailable(), shuttingDown, lost), never)).toBe(4);
});

it('other errors are not retried', async () => {
  const unique = Object.assign(new Error('duplicate key value'), { code: '23505' });
  await expect(withDatabaseRetry(failing(unique), never)).rejects.toBe(unique);
});

it('retries stop when the signal aborts', async () => {
  const stopped = new AbortController();
  const writing = withDatabaseRetry(async () => {
    stopped.abort(new Error('stopped'));
    throw unavailable();
  }, stopped.signal);
  await expect(writing).rejects.toThrow('ECONNREFUSED');
  const waiting = new AbortController();
  const tried = Promise.withResolvers<void>();
  const endless = withDatabaseRetry(async () => {
    tried.resolve();
    throw unavailable();
  }, waiting.signal);
  await tried.promise;
  waiting.abort();
  await expect(endless).rejects.toThrow();
});
