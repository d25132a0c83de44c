import { expect, test } from 'vitest';
import { withoutRepeats } from '../../../../../plugins/n8n-node/behaviour/runs/without-repeats.ts';
import type { TracedRequest } from '../../../../../plugins/n8n-node/behaviour/trace/request.ts';

const requested = (digest: string, status: number): TracedRequest => ({
  ...{ method: 'GET', url: 'https://api.acme.example/orders', status, digest: digest.padEnd(22, '0') },
  ...{ marks: [], stale: [], secrets: [], isRegistration: false },
});
const times = (count: number, digest: string, status: number) =>
  Array.from({ length: count }, () => requested(digest, status));

test('a request that is repeated after each failure is kept so often that it can be told', () => {
  expect(withoutRepeats(times(200, 'a', 500))).toEqual(times(20, 'a', 500));
});

test('requests that succeed, or that differ, are all kept', () => {
  const all = [...times(100, 'a', 200), ...times(20, 'a', 500), ...times(20, 'b', 500), ...times(20, 'a', 500)];
  expect(withoutRepeats(all)).toEqual(all);
});
