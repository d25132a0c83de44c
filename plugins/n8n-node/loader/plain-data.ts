import { nameOfStandIn } from './stand-in.ts';

/** `characters` are those of one text, and `text` those of all. */
const limits = { depth: 100, values: 200_000, characters: 100_000, text: 4_000_000 };

/**
 * A copy of a value that is JSON whatever the value was: functions, stand-ins, values that refer to themselves and what
 * throws when it is read are replaced by an object with one key that begins with `$`. Nothing of the value is called,
 * except getters and the traps of proxies.
 */
export function plainData(value: unknown): unknown {
  let left = limits.values;
  let textLeft = limits.text;
  const above = new Set<object>();

  const copy = (item: unknown, depth: number): unknown => {
    left -= 1;
    if (left < 0 || depth > limits.depth) return { $left: 'out' };
    switch (typeof item) {
      case 'string':
        return copyText(item);
      case 'number':
        return Number.isFinite(item) ? item : { $number: String(item) };
      case 'boolean':
        return item;
      case 'function':
        return copyFunction(item);
      case 'object':
        return item === null ? null : copyObject(item, depth);
      default:
        return { [`$${typeof item}`]: String(item) };
    }
  };

  const copyText = (text: string): string => {
    const kept = text.slice(0, Math.min(limits.characters, textLeft));
    textLeft -= kept.length;
    return kept;
  };

  const copyObject = (item: object, depth: number): unknown => {
    if (above.has(item)) return { $cycle: true };
    above.add(item);
    try {
      if (Array.isArray(item))
        return Array.from({ length: Math.min(item.length, left) }, (_, at) => read(item, at, depth));
      const plain: Record<string, unknown> = {};
      for (const key of Object.keys(item)) {
        const inner = read(item, key, depth);
        if (inner === undefined) continue;
        // Not by assignment: the key may be `__proto__`.
        Object.defineProperty(plain, copyText(key), {
          value: inner,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return plain;
    } catch (error) {
      return { $threw: textOf(error) };
    } finally {
      above.delete(item);
    }
  };

  const read = (from: object, key: PropertyKey, depth: number): unknown => {
    try {
      const inner: unknown = Reflect.get(from, key);
      return inner === undefined ? undefined : copy(inner, depth + 1);
    } catch (error) {
      return { $threw: textOf(error) };
    }
  };

  return copy(value, 0);
}

function copyFunction(item: object): unknown {
  const standIn = nameOfStandIn(item);
  if (standIn !== undefined) return { $standIn: standIn };
  const name: unknown = Object.getOwnPropertyDescriptor(item, 'name')?.value;
  return { $function: typeof name === 'string' ? name.slice(0, 200) : '' };
}

/** A thrown value as text; never throws. */
export function textOf(thrown: unknown): string {
  try {
    const message: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'message') : undefined;
    return (typeof message === 'string' ? message : String(thrown)).slice(0, 4000);
  } catch {
    return 'a value that can not be shown';
  }
}
