// Runs in the same thread as code of the project, which may replace anything: it uses only values that it saved before,
// and reads only own properties.
import { syncBuiltinESMExports } from 'node:module';

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { is } = Object;
const { getBuiltinModule } = process;
const syncExports = syncBuiltinESMExports;

const namespaces = ['JSON', 'Math', 'Reflect', 'Atomics', 'Intl'];
const classes = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Promise'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator', 'Proxy'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ...['BigUint64Array', 'MessagePort', 'EventTarget'],
];
const functions = [
  ...['eval', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'encodeURI', 'encodeURIComponent', 'decodeURI'],
  ...['decodeURIComponent', 'escape', 'unescape', 'globalThis', 'queueMicrotask', 'setImmediate', 'setTimeout'],
];
/** Modules of Node.js that lead to files, modules and other threads. */
const modules = ['path', 'fs', 'module', 'vm', 'worker_threads'];
/** Libraries such as n8n-workflow set these; nothing here depends on them. */
const free = ['Error.stackTraceLimit', 'Error.prepareStackTrace', 'BigInt.prototype.toJSON'];
/** Reported changes per file. */
const maxChanges = 20;

/** The built-in objects and modules of Node.js at one time. */
interface Language {
  /** Restores what was replaced and removes what was added to prototypes. Returns the names of both. */
  restore(): string[];
}

/** Saves them before the first line of a project runs. */
export function takeLanguage(): Language {
  const notes: Note[] = [];
  const add = (
    name: string,
    of: unknown,
    { only, closed = false }: Pick<Partial<Note>, 'closed'> & { only?: readonly PropertyKey[] } = {},
  ) => {
    if ((typeof of !== 'object' || of === null) && typeof of !== 'function') return;
    if (notes.every((note) => note.of !== of)) notes.push(noteOf(name, of, only ?? ownKeys(of), closed));
  };
  const globalValue = (name: string): unknown => getOwnPropertyDescriptor(globalThis, name)?.value;
  add('', globalThis, { only: [...namespaces, ...classes, ...functions] });
  for (const name of namespaces) add(name, globalValue(name));
  for (const name of classes) {
    const of = globalValue(name);
    add(name, of);
    if (typeof of === 'function')
      add(`${name}.prototype`, getOwnPropertyDescriptor(of, 'prototype')?.value, { closed: true });
  }
  for (const [name, of] of Object.entries(hiddenPrototypes())) add(name, of, { closed: true });
  const ofProcess = ownKeys(process).filter(
    (key) => typeof getOwnPropertyDescriptor(process, key)?.value === 'function',
  );
  add('process', process, { only: ofProcess });
  for (const name of modules) {
    const module: unknown = getBuiltinModule(`node:${name}`);
    add(name, module);
    if (typeof module === 'function') add(`${name}.prototype`, getOwnPropertyDescriptor(module, 'prototype')?.value);
  }
  add('vm.Script.prototype', getBuiltinModule('node:vm').Script.prototype);

  return {
    restore() {
      const told: string[] = [];
      let count = 0;
      for (let at = 0; at < notes.length; at++) {
        const note = notes[at];
        if (!note) continue;
        const { of, keys, before, prototype } = note;
        if (getPrototypeOf(of) !== prototype) {
          setPrototypeOf(of, prototype);
          count = tell(told, count, note, undefined);
        }
        for (let index = 0; index < keys.length; index++) {
          const key = keys[index] ?? '';
          const now = bare(getOwnPropertyDescriptor(of, key));
          if (isSame(before[index], now)) continue;
          const was = before[index];
          if (was) defineProperty(of, key, was);
          count = tell(told, count, note, key);
        }
        if (!note.closed) continue;
        const present = ownKeys(of);
        for (let index = 0; index < present.length; index++) {
          const key = present[index] ?? '';
          if (note.known[key] === true) continue;
          deleteProperty(of, key);
          count = tell(told, count, note, key);
        }
      }
      // Updates the named imports of our modules.
      syncExports();
      return told;
    },
  };
}

interface Note {
  name: string;
  of: object;
  keys: readonly PropertyKey[];
  /** In the order of the keys. Without a prototype, like everything that is read here. */
  before: readonly (PropertyDescriptor | undefined)[];
  /** Whether properties must not be added. */
  closed: boolean;
  known: Readonly<Record<PropertyKey, true>>;
  prototype: object | null;
}

function noteOf(name: string, of: object, all: readonly PropertyKey[], closed: boolean): Note {
  const keys = all.filter((key) => !free.includes(`${name}.${String(key)}`));
  const known: Record<PropertyKey, true> = Object.create(null);
  for (const key of keys) known[key] = true;
  for (const one of free) if (one.startsWith(`${name}.`)) known[one.slice(name.length + 1)] = true;
  const before = keys.map((key) => bare(getOwnPropertyDescriptor(of, key)));
  return { name, of, keys, before, closed, known, prototype: getPrototypeOf(of) };
}

/** Prototypes that only syntax leads to. */
function hiddenPrototypes(): Record<string, object | null> {
  return {
    'Array Iterator': getPrototypeOf([].values()),
    'Map Iterator': getPrototypeOf(new Map().values()),
    'Set Iterator': getPrototypeOf(new Set().values()),
    'String Iterator': getPrototypeOf(''[Symbol.iterator]()),
    'RegExp String Iterator': getPrototypeOf(''.matchAll(/x/g)),
    'TypedArray.prototype': getPrototypeOf(Uint8Array.prototype),
    GeneratorFunction: getPrototypeOf(function* () {}),
    AsyncFunction: getPrototypeOf(async () => {}),
    AsyncGeneratorFunction: getPrototypeOf(async function* () {}),
  };
}

/** Without a prototype, so that inherited properties do not count as its own. */
function bare<T extends PropertyDescriptor | undefined>(descriptor: T): T {
  if (descriptor) setPrototypeOf(descriptor, null);
  return descriptor;
}

function isSame(before: PropertyDescriptor | undefined, now: PropertyDescriptor | undefined): boolean {
  if (!before || !now) return before === now;
  return (
    is(before.value, now.value) &&
    before.get === now.get &&
    before.set === now.set &&
    before.writable === now.writable &&
    before.configurable === now.configurable
  );
}

/** Without `push`, which may not be restored yet. */
function tell(told: string[], count: number, { name }: Note, key: PropertyKey | undefined): number {
  if (count === maxChanges) return count;
  const last = key === undefined ? 'its prototype' : typeof key === 'symbol' ? 'a symbol' : `${key}`;
  const value = name === '' ? last : `${name}.${last}`;
  defineProperty(told, count, bare({ value, writable: true, enumerable: true, configurable: true }));
  return count + 1;
}
