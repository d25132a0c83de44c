import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The seed that every run begins with. */
const seed = 0x5eed;

/** Randomness that is the same in each run. */
export interface SeededRandomness {
  /** Begins again with the first value. */
  restart(): void;
}

type Callback = (error: Error | null, value?: unknown) => void;

/**
 * Replaces the random values of this thread, `Math.random` and those of `node:crypto` and Web Crypto, by the ones of a
 * generator with a fixed seed. The originals still check what they are given. Keys that are generated stay random.
 */
export function seedRandomness(): SeededRandomness {
  let state = seed;
  // Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const filled = <T>(value: T, offset = 0, size?: number): T => {
    const { buffer, byteOffset, byteLength, unit } = bytesOf(value);
    const end = size === undefined ? byteLength : Math.min(byteLength, (offset + size) * unit);
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let at = offset * unit; at < end; at++) bytes[at] = Math.floor(next() * 256);
    return value;
  };
  const uuid = (): string => {
    const hex = Buffer.from(filled(new Uint8Array(16))).toString('hex');
    const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  };

  Math.random = next;
  const { randomBytes, randomFill, randomFillSync, randomInt, webcrypto } = nodeCrypto;
  const getRandomValues = webcrypto.getRandomValues.bind(webcrypto);
  const bytes = (size: number, callback?: Callback) =>
    callback
      ? randomBytes(size, (error, value) => callback(error, error ? value : filled(value)))
      : filled(randomBytes(size));
  const values = (array: Parameters<typeof getRandomValues>[0]) => filled(getRandomValues(array));
  const replaced = {
    randomBytes: bytes,
    pseudoRandomBytes: bytes,
    randomFillSync: (into: NodeJS.ArrayBufferView, offset?: number, size?: number) =>
      filled(randomFillSync(into, offset, size), offset, size),
    randomFill(into: NodeJS.ArrayBufferView, ...rest: [...numbers: number[], callback: Callback]) {
      const callback = rest.at(-1);
      const [offset = 0, size] = rest.filter((one) => typeof one === 'number');
      // Without a callback, the original refuses.
      if (typeof callback !== 'function') return Reflect.apply(randomFill, nodeCrypto, [into, ...rest]);
      return randomFill(into, offset, size ?? lengthOf(into) - offset, (error, value) =>
        callback(error, error ? value : filled(value, offset, size)),
      );
    },
    randomInt(...given: [least: number, most?: number | Callback, callback?: Callback]) {
      const callback = given.find((one) => typeof one === 'function');
      const numbers = given.filter((one) => typeof one === 'number');
      // It refuses what is no range.
      Reflect.apply(randomInt, nodeCrypto, numbers);
      const [low = 0, high] = numbers.length > 1 ? numbers : [0, numbers[0]];
      const value = low + Math.floor(next() * ((high ?? low) - low));
      if (!callback) return value;
      setImmediate(callback, null, value);
      return undefined;
    },
    randomUUID: uuid,
  };
  for (const [name, value] of Object.entries(replaced)) define(nodeCrypto, name, value);
  // What node:crypto has of that name calls this one.
  define(webcrypto, 'getRandomValues', values);
  define(webcrypto, 'randomUUID', uuid);
  syncBuiltinESMExports();
  return {
    restart() {
      state = seed;
    },
  };
}

const define = (of: object, key: string, value: unknown) =>
  Object.defineProperty(of, key, { value, writable: true, enumerable: true, configurable: true });

const lengthOf = (value: NodeJS.ArrayBufferView): number =>
  'length' in value && typeof value.length === 'number' ? value.length : value.byteLength;

/** The memory of a buffer, and how many bytes one of its elements has. */
function bytesOf(value: unknown): { buffer: ArrayBufferLike; byteOffset: number; byteLength: number; unit: number } {
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer)
    return { buffer: value, byteOffset: 0, byteLength: value.byteLength, unit: 1 };
  if (!ArrayBuffer.isView(value)) throw new TypeError('no memory');
  const { buffer, byteOffset, byteLength } = value;
  const unit: unknown = Reflect.get(value, 'BYTES_PER_ELEMENT');
  return { buffer, byteOffset, byteLength, unit: typeof unit === 'number' ? unit : 1 };
}
