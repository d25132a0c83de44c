import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { getCallSites } from 'node:util';
import type { SideEffect } from './load-output.ts';
import { textOf } from './plain-data.ts';

type Kind = SideEffect['kind'];

/** Functions whose call is a side effect, by the module of Node.js; all of a module's where there is no list. */
const watched: readonly { kind: Kind; module: string; only?: readonly string[] }[] = [
  { kind: 'files', module: 'fs' },
  { kind: 'files', module: 'fs/promises' },
  { kind: 'network', module: 'net', only: ['connect', 'createConnection', 'createServer'] },
  { kind: 'network', module: 'tls', only: ['connect', 'createServer'] },
  { kind: 'network', module: 'http', only: ['request', 'get', 'createServer'] },
  { kind: 'network', module: 'https', only: ['request', 'get', 'createServer'] },
  { kind: 'network', module: 'http2', only: ['connect', 'createServer', 'createSecureServer'] },
  { kind: 'network', module: 'dgram', only: ['createSocket'] },
  { kind: 'network', module: 'dns' },
  { kind: 'network', module: 'dns/promises' },
  { kind: 'processes', module: 'child_process' },
  { kind: 'processes', module: 'worker_threads', only: ['Worker'] },
  { kind: 'processes', module: 'cluster', only: ['fork'] },
];
/** Node.js loads a thousand functions when one of the lazy ones is so much as looked at. */
const watchedGlobals = { always: ['fetch'], lazy: ['WebSocket', 'EventSource'] };

/** Side effects of one file that are reported. */
const maxPerFile = 50;
const { apply, construct, get, has, ownKeys } = Reflect;

/** The side effects of the code of a package. */
export interface Watch {
  /** To be told of every module of Node.js that is asked for, before it is handed out. */
  builtin(specifier: string): void;
  /** To be told of the source of every module of the package before it runs. */
  source(text: string): void;
  /** Side effects since the last call. */
  take(): SideEffect[];
}

/**
 * Notes what code of a package does to its surroundings: reading the environment, and calls to files, network and
 * processes. Only direct calls from its own files count, so that what Node.js and n8n-workflow do for themselves does
 * not. The sandbox is what keeps it from succeeding; code that means to can evade this.
 */
export function watchSideEffects(root: string): Watch {
  const getBuiltin = process.getBuiltinModule.bind(process);
  let noted: SideEffect[] = [];
  const note = (kind: Kind, what: () => string) => {
    const place = callerIn(root);
    if (place === undefined || noted.length >= maxPerFile) return;
    const found = { kind, what: what(), place };
    if (!noted.some((other) => other.place === place && other.what === found.what)) noted.push(found);
  };

  const watch = (kind: Kind, { module, prefix, keys }: { module: object; prefix: string; keys: readonly string[] }) => {
    for (const key of keys) {
      const real: unknown = Object.getOwnPropertyDescriptor(module, key)?.value;
      if (typeof real !== 'function') continue;
      const called = (args: readonly unknown[]) => () => `${prefix}${key}(${shown(args)})`;
      const value = new Proxy(real, {
        apply(target, self, args) {
          note(kind, called(args));
          return apply(target, self, args);
        },
        construct(target, args, newTarget) {
          note(kind, called(args));
          return construct(target, args, newTarget);
        },
      });
      Object.defineProperty(module, key, { value });
    }
  };

  // Most packages ask for none of them, and to load them all takes longer than to load a package.
  const unwatched = new Set(watched);
  const builtin = (specifier: string) => {
    const [asked] = specifier.replace(/^node:/, '').split('/');
    for (const entry of unwatched) {
      const [name] = entry.module.split('/');
      // `module` hands out all others.
      if (name !== asked && asked !== 'module') continue;
      unwatched.delete(entry);
      const module = getBuiltin(`node:${entry.module}`);
      if (typeof module !== 'object') continue;
      const keys = entry.only ?? Object.keys(module).filter((key) => /^[a-z]/.test(key));
      watch(entry.kind, { module, prefix: `${entry.module.replace('/', '.')}.`, keys });
      syncBuiltinESMExports();
    }
  };
  Object.defineProperty(process, 'getBuiltinModule', {
    value: (specifier: string) => {
      builtin(String(specifier));
      return getBuiltin(specifier);
    },
  });
  const watchGlobals = (keys: readonly string[]) => watch('network', { module: globalThis, prefix: '', keys });
  watchGlobals(watchedGlobals.always);
  const unnamed = new Set(watchedGlobals.lazy);
  const source = (text: string) => {
    for (const name of unnamed) {
      if (!text.includes(name)) continue;
      unnamed.delete(name);
      watchGlobals([name]);
    }
  };
  watchEnvironment((name) => note('environment', () => (name === undefined ? 'process.env' : `process.env.${name}`)));

  return {
    builtin,
    source,
    take() {
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}

/** @param read called with the name of a variable, or without one when all of them are asked for */
function watchEnvironment(read: (name?: string) => void): void {
  // What anything may ask of any object.
  const named = (name: string | symbol) => {
    if (typeof name === 'string' && name !== 'toJSON') read(name.slice(0, 100));
  };
  const value = new Proxy(process.env, {
    get(target, name) {
      named(name);
      return get(target, name);
    },
    has(target, name) {
      named(name);
      return has(target, name);
    },
    ownKeys(target) {
      read();
      return ownKeys(target);
    },
  });
  Object.defineProperty(process, 'env', { value });
}

/** `dist/Acme.node.js:3:5` when the code that is calling us is the package's own. */
function callerIn(root: string): string | undefined {
  const [caller] = getCallSites(8).filter(({ scriptName }) => scriptName !== '' && scriptName !== import.meta.url);
  if (!caller) return undefined;
  const file = caller.scriptName.replace(/^file:\/\//, '');
  if (!file.startsWith(root + sep) || file.includes(`${sep}node_modules${sep}`)) return undefined;
  return `${file.slice(root.length + 1)}:${caller.lineNumber}:${caller.columnNumber}`;
}

/** The first argument, which says where to. */
function shown([first]: readonly unknown[]): string {
  if (first === undefined) return '';
  return typeof first === 'string' ? JSON.stringify(first.slice(0, 200)) : textOf(first).slice(0, 200);
}
