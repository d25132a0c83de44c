const { getOwnPropertyDescriptor, getPrototypeOf, is, isExtensible } = Object;
const { ownKeys } = Reflect;

/** What modules have of the language without importing it. Of Node.js' own names most are made when they are looked at. */
const names = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Promise'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator', 'Proxy', 'Reflect', 'Intl'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Atomics', 'JSON', 'Math', 'Int8Array', 'Uint8Array'],
  ...['Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array', 'Float32Array'],
  ...['Float64Array', 'BigInt64Array', 'BigUint64Array', 'Buffer', 'URL', 'URLSearchParams'],
];
const functions = [
  ...['eval', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'encodeURI', 'encodeURIComponent', 'decodeURI'],
  ...['decodeURIComponent', 'escape', 'unescape', 'globalThis', 'process', 'console'],
];

/** The language as it was at one time. */
export interface Intrinsics {
  /** Whether all of it still is what it was; takes a third of a millisecond. */
  unchanged(): boolean;
}

/**
 * Notes what the global object and the language's classes and prototypes own. To be called once the modules of a program
 * are loaded: what they add to the language by themselves, every project sees.
 */
export function takeIntrinsics(): Intrinsics {
  const notes = [...languageObjects()].map((of) => note(of, ownKeys(of)));
  const globals = note(globalThis, [...names, ...functions]);
  const known = ownKeys(globalThis).length;
  return { unchanged: () => ownKeys(globalThis).length === known && [globals, ...notes].every(isAsNoted) };
}

/** The classes, their prototypes, and what only syntax leads to. */
function languageObjects(): Set<object> {
  const found = new Set<object>();
  const add = (value: unknown) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') found.add(value);
  };
  for (const name of names) add(getOwnPropertyDescriptor(globalThis, name)?.value);
  for (const hidden of [[].values(), new Map().values(), new Set().values(), ''.matchAll(/x/g), ''[Symbol.iterator]()])
    add(getPrototypeOf(hidden));
  for (const kind of [function* () {}, async function* () {}, async () => {}]) add(getPrototypeOf(kind));
  for (const value of found) add(getOwnPropertyDescriptor(value, 'prototype')?.value);
  // Of typed arrays, iterators and generators.
  for (const value of found) add(getPrototypeOf(value));
  return found;
}

interface Note {
  of: object;
  keys: readonly PropertyKey[];
  prototype: object | null;
  extensible: boolean;
  /** By the place of its key. */
  properties: readonly (PropertyDescriptor | undefined)[];
}

function note(of: object, keys: readonly PropertyKey[]): Note {
  const properties = keys.map((key) => getOwnPropertyDescriptor(of, key));
  return { of, keys, prototype: getPrototypeOf(of), extensible: isExtensible(of), properties };
}

function isAsNoted({ of, keys, prototype, extensible, properties }: Note): boolean {
  return (
    (of === globalThis || ownKeys(of).length === keys.length) &&
    getPrototypeOf(of) === prototype &&
    isExtensible(of) === extensible &&
    keys.every((key, index) => isSame(properties[index], getOwnPropertyDescriptor(of, key)))
  );
}

function isSame(before: PropertyDescriptor | undefined, now: PropertyDescriptor | undefined): boolean {
  if (!before || !now) return before === now;
  return (
    is(before.value, now.value) &&
    before.get === now.get &&
    before.set === now.set &&
    before.writable === now.writable &&
    before.enumerable === now.enumerable &&
    before.configurable === now.configurable
  );
}
