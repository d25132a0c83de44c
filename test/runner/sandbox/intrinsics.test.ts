import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Intrinsics, takeIntrinsics } from '../../../runner/sandbox/intrinsics.ts';

const undo: (() => void)[] = [];
let intrinsics: Intrinsics;
beforeEach(() => {
  intrinsics = takeIntrinsics();
});
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** Gives an object a property until the end of the test. */
function define(of: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  const before = Reflect.getOwnPropertyDescriptor(of, key);
  Object.defineProperty(of, key, { configurable: true, ...descriptor });
  undo.push(() => (before ? Object.defineProperty(of, key, before) : Reflect.deleteProperty(of, key)));
}

const changes: Readonly<Record<string, () => void>> = {
  'a property of all objects': () => define(Object.prototype, 'polluted', { value: 1 }),
  'a method of lists': () => define(Array.prototype, 'toSpliced', { value: () => [] }),
  'how a map is gone through': () =>
    define(Object.getPrototypeOf(new Map().keys()), 'next', { value: () => ({ done: true }) }),
  'a static method': () => define(JSON, 'parse', { value: () => ({}) }),
  'a getter for a value': () => define(Math, 'max', { get: () => () => 0 }),
  'whether a property can be written to': () => {
    const { value } = Reflect.getOwnPropertyDescriptor(String.prototype, 'at') ?? {};
    define(String.prototype, 'at', { value, writable: false });
  },
  'a global function': () => define(globalThis, 'eval', { value: () => 0 }),
  'a class of the platform': () => define(globalThis, 'URL', { value: class {} }),
  'a name for all modules': () => define(globalThis, 'added', { value: 1 }),
  'one name for another': () => {
    const before = Reflect.getOwnPropertyDescriptor(Number, 'isNaN') ?? {};
    Reflect.deleteProperty(Number, 'isNaN');
    undo.push(() => Object.defineProperty(Number, 'isNaN', before));
    define(Number, 'isNone', before);
  },
  'where errors end': () => define(Error, 'prepareStackTrace', { value: () => '' }),
  'the prototype of a class': () => {
    Object.setPrototypeOf(Map, class {});
    undo.push(() => Object.setPrototypeOf(Map, Function.prototype));
  },
};

describe('the intrinsics of a process', () => {
  it('are unchanged by work that leaves nothing behind', () => {
    define(Object.prototype, 'passing', { value: 1 });
    Reflect.deleteProperty(Object.prototype, 'passing');
    /(x)/.exec('x');
    void new Intl.ListFormat();
    expect(intrinsics.unchanged()).toBe(true);
  });

  it.each(Object.entries(changes))('are not what they were with another %s', (_, change) => {
    change();
    const unchanged = intrinsics.unchanged();
    for (const one of undo.splice(0)) one();
    expect(unchanged).toBe(false);
    expect(takeIntrinsics().unchanged()).toBe(true);
  });
});
