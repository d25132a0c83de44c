import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import dgram from 'node:dgram';
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { sep } from 'node:path';
import tls from 'node:tls';
import { getCallSites } from 'node:util';
import workerThreads from 'node:worker_threads';
import type { Attempt } from './load-output.ts';
import { textOf } from './plain-data.ts';

type Kind = Attempt['kind'];

/** Functions whose call is an attempt; all of a module's where there is no list. */
const watched: readonly { kind: Kind; name: string; module: object; only?: readonly string[] }[] = [
  { kind: 'files', name: 'fs', module: fs },
  { kind: 'files', name: 'fs.promises', module: fsPromises },
  { kind: 'network', name: 'net', module: net, only: ['connect', 'createConnection', 'createServer'] },
  { kind: 'network', name: 'tls', module: tls, only: ['connect', 'createServer'] },
  { kind: 'network', name: 'http', module: http, only: ['request', 'get', 'createServer'] },
  { kind: 'network', name: 'https', module: https, only: ['request', 'get', 'createServer'] },
  { kind: 'network', name: 'http2', module: http2, only: ['connect', 'createServer', 'createSecureServer'] },
  { kind: 'network', name: 'dgram', module: dgram, only: ['createSocket'] },
  { kind: 'network', name: 'dns', module: dns },
  { kind: 'network', name: 'dns.promises', module: dnsPromises },
  { kind: 'network', name: '', module: globalThis, only: ['fetch', 'WebSocket', 'EventSource'] },
  { kind: 'processes', name: 'child_process', module: childProcess },
  { kind: 'processes', name: 'worker_threads', module: workerThreads, only: ['Worker'] },
  { kind: 'processes', name: 'cluster', module: cluster, only: ['fork'] },
];

/** Attempts that are told of one file. */
const limit = 50;
const { apply, construct, get, has, ownKeys } = Reflect;

/**
 * Notes what code of a package does to its surroundings: reading the environment, and calls to files, network and
 * processes. Only direct calls from its own files count, so that what Node.js and n8n-workflow do for themselves does
 * not. The sandbox is what keeps it from succeeding; code that means to can evade this.
 */
export function watchAttempts(root: string): { take(): Attempt[] } {
  let noted: Attempt[] = [];
  const note = (kind: Kind, what: () => string) => {
    const place = callerIn(root);
    if (place === undefined || noted.length >= limit) return;
    const attempt = { kind, what: what(), place };
    if (!noted.some((other) => other.place === place && other.what === attempt.what)) noted.push(attempt);
  };

  for (const { kind, name, module, only } of watched) {
    for (const key of only ?? Object.keys(module)) {
      const real: unknown = Object.getOwnPropertyDescriptor(module, key)?.value;
      if (typeof real !== 'function' || (!only && !/^[a-z]/.test(key))) continue;
      const called = (args: readonly unknown[]) => () => `${name === '' ? '' : `${name}.`}${key}(${shown(args)})`;
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
  }
  syncBuiltinESMExports();
  watchEnvironment((name) => note('environment', () => (name === undefined ? 'process.env' : `process.env.${name}`)));

  return {
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
