import { execa } from 'execa';
import { expect, it } from 'vitest';

const module = new URL('../../../../../plugins/n8n-node/behaviour/simulated/randomness.ts', import.meta.url).href;

/** All ways to random values, in a process of its own: they are replaced for all of its code. */
const draw = `
const { seedRandomness } = await import(${JSON.stringify(module)});
const imported = await import('node:crypto');
const { createRequire } = await import('node:module');
const crypto = createRequire('/')('crypto');
const random = seedRandomness();
const later = (start) => new Promise((resolve) => start((error, value) => resolve(String(error) + ' ' + value)));
const all = async () => [
  Math.random(), crypto.randomBytes(8).toString('hex'), crypto.randomUUID(), globalThis.crypto.randomUUID(),
  imported.randomInt(100), crypto.randomInt(5, 7), [...globalThis.crypto.getRandomValues(new Uint16Array(3))],
  [...crypto.randomFillSync(new Uint8Array(4), 2)], [...crypto.randomFillSync(new Uint16Array(4), 1, 2)],
  await later((done) => crypto.randomBytes(4, done)), await later((done) => crypto.randomInt(9, done)),
  await later((done) => crypto.randomFill(Buffer.alloc(4), done)),
];
const first = await all();
const second = await all();
random.restart();
const again = await all();
const refused = [() => crypto.randomBytes(-1), () => crypto.randomInt(5, 1), () => crypto.randomFill(Buffer.alloc(1))].map((one) => {
  try { one(); return 'taken'; } catch (error) { return error.code; }
});
console.log(JSON.stringify({ first, second, again, refused }));
`;

async function drawn(): Promise<Record<'first' | 'second' | 'again' | 'refused', unknown[]>> {
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', draw]);
  return JSON.parse(stdout);
}

it('draws the same values in each process, and again after a restart', async () => {
  const [one, other] = await Promise.all([drawn(), drawn()]);
  expect(one).toEqual(other);
  expect(one.again).toEqual(one.first);
  expect(one.second).not.toEqual(one.first);
});

it('draws values of the form that was asked for, and refuses what Node.js refuses', async () => {
  const { first, refused } = await drawn();
  expect(first[2]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(first[5]).toSatisfy((value: number) => value === 5 || value === 6);
  expect(first[7]).toEqual([0, 0, expect.any(Number), expect.any(Number)]);
  expect(first[8]).toEqual([0, expect.any(Number), expect.any(Number), 0]);
  expect(refused).toEqual(['ERR_OUT_OF_RANGE', 'ERR_OUT_OF_RANGE', 'ERR_INVALID_ARG_TYPE']);
});
