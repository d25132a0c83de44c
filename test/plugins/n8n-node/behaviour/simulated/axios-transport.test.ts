import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { SentTwice } from './requests-of-axios.ts';

const thread = new Worker(new URL('./requests-of-axios.ts', import.meta.url));
const [all]: SentTwice[][] = await once(thread, 'message');
await thread.terminate();

it.each(all ?? [])('a request of axios arrives and is answered as by Node.js: $title', (sent) => {
  expect(sent.byTransport).toEqual(sent.byNode);
  expect(sent.isLeft).toBe(sent.shouldBeLeft);
});
