import { nameOfStandIn } from './stand-in.ts';

/** `characters` per text. */
const limits = { depth: 100, characters: 100_000 };

/** How much more may be copied: values, and characters in all. Negative if something was left out. */
export interface Room {
  values: number;
  text: number;
}

export const newRoom = (): Room => ({ values: 200_000, text: 4_000_000 });

export const isExceeded = ({ values, text }: Room) => values < 0 || text < 0;

/**
 * Copies any value as JSON. Functions, stand-ins, circular references and getters that throw are replaced by an object
 * with one key that starts with `$`. Calls nothing of the value except getters and proxy traps.
 */
export function plainData(value: unknown, room = newRoom()): unknown {
  const above = new Set<object>();

  const copy = (item: unknown, depth: number): unknown => {
    room.values -= 1;
    if (isExceeded(room) || depth > limits.depth) return { $left: 'out' };
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
    room.text -= Math.min(text.length, limits.characters);
    // Slicing a concatenated string takes the memory of the whole string.
    return room.text < 0 ? '' : text.slice(0, limits.characters);
  };

  const copyObject = (item: object, depth: number): unknown => {
    if (above.has(item)) return { $cycle: true };
    above.add(item);
    try {
      if (Array.isArray(item)) {
        if (item.length > room.values) room.values = -1;
        return Array.from({ length: room.values < 0 ? 0 : item.length }, (_, at) => read(item, at, depth));
      }
      const plain: Record<string, unknown> = {};
      for (const key of Object.keys(item)) {
        const inner = read(item, key, depth);
        if (inner === undefined) continue;
        // Not by assignment, because the key may be `__proto__`.
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
      if (inner !== undefined) return copy(inner, depth + 1);
      room.values -= 1;
      return undefined;
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
    return 'a value that cannot be converted to a string';
  }
}
