import nodeCrypto from 'node:crypto';

/** Signatures of one run, and characters of the text of each, that are kept. */
const limits = { texts: 20, characters: 200_000 };

interface Signed {
  /** What it was computed over. */
  text: string;
  /** What came out, as the code has it; in hexadecimal digits where it has bytes. */
  digest?: string;
}

/** What signatures were computed over. */
export interface WatchedSignatures {
  /** Begins again. */
  restart(): void;
  /** All since then. */
  all(): Iterable<Signed>;
}

/** Watches what is given to the HMAC and to the checks of signatures of `node:crypto` and Web Crypto. */
export function watchSignatures(): WatchedSignatures {
  let signed = new Map<object, Signed>();
  const note = (on: object, data: unknown) => {
    const one = signed.get(on) ?? { text: '' };
    if (signed.size >= limits.texts && !signed.has(on)) return;
    one.text = (one.text + textOf(data)).slice(0, limits.characters);
    signed.set(on, one);
  };
  const watch = (of: object, name: string, see: (on: object, given: unknown[], result: unknown) => void) => {
    const original: unknown = Reflect.get(of, name);
    if (typeof original !== 'function') return;
    const value = function (this: object, ...given: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, given);
      see(this, given, result);
      return result;
    };
    Object.defineProperty(of, name, { value, writable: true, configurable: true });
  };
  const { Hmac, Verify, webcrypto } = nodeCrypto;
  for (const { prototype } of [Hmac, Verify]) watch(prototype, 'update', (on, [data]) => note(on, data));
  watch(Hmac.prototype, 'digest', (on, _, result) => {
    const one = signed.get(on);
    if (one) one.digest = Buffer.isBuffer(result) ? result.toString('hex') : String(result);
  });
  const subtle = Object.getPrototypeOf(webcrypto.subtle);
  for (const name of ['sign', 'verify'])
    watch(subtle, name, (_, given, result) => {
      const on = {};
      note(on, given.at(-1));
      const one = signed.get(on);
      if (one && result instanceof Promise)
        result.then(
          (made) => {
            if (made instanceof ArrayBuffer) one.digest = Buffer.from(made).toString('hex');
          },
          () => {},
        );
    });
  return {
    restart() {
      signed = new Map();
    },
    all: () => signed.values(),
  };
}

function textOf(data: unknown): string {
  if (typeof data === 'string') return data;
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString();
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString() : '';
}
