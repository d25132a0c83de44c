import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { getCallSites } from 'node:util';
import type { SideEffect } from './load-output.ts';
import { textOf } from './plain-data.ts';

type Kind = SideEffect['kind'];

/** Functions with side effects, by module of Node.js; all functions of a module without a list. */
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
/** Reading one of the lazy ones makes Node.js load a thousand functions. */
const watchedGlobals = { always: ['fetch'], lazy: ['WebSocket', 'EventSource'] };

/** Reported side effects per file. */
const maxPerFile = 50;
const { apply, construct, get, has, ownKeys } = Reflect;

export interface Watch {
  /** To be called before a built-in module is returned to the package. */
  builtin(specifier: string): void;
  /** To be called with the source of every module of the package before it runs. */
  source(text: string): void;
  /** Side effects since the last call. */
  take(): SideEffect[];
}

/**
 * Records what code of a package does to its surroundings: reading the environment, and calls to files, network and
 * processes. Counts only direct calls from its own files, not those of Node.js and n8n-workflow. The sandbox prevents
 * the effects; malicious code can evade this.
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

  // Most packages use none of them, and loading all of them takes longer than loading a package.
  const unwatched = new Set(watched);
  const builtin = (specifier: string) => {
    const [asked] = specifier.replace(/^node:/, '').split('/');
    for (const entry of unwatched) {
      const [name] = entry.module.split('/');
      // `module` returns all others.
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

/** @param read called with the name of a variable, or without one when all are read */
function watchEnvironment(read: (name?: string) => void): void {
  // Symbols and common names that are read of any object.
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

/** `dist/Acme.node.js:3:5` when the calling code belongs to the package. */
function callerIn(root: string): string | undefined {
  const [caller] = getCallSites(8).filter(({ scriptName }) => scriptName !== '' && scriptName !== import.meta.url);
  if (!caller) return undefined;
  const file = caller.scriptName.replace(/^file:\/\//, '');
  if (!file.startsWith(root + sep) || file.includes(`${sep}node_modules${sep}`)) return undefined;
  return `${file.slice(root.length + 1)}:${caller.lineNumber}:${caller.columnNumber}`;
}

/** The first argument, which names the target. */
function shown([first]: readonly unknown[]): string {
  if (first === undefined) return '';
  return typeof first === 'string' ? JSON.stringify(first.slice(0, 200)) : textOf(first).slice(0, 200);
}
