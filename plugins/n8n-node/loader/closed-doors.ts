import { syncBuiltinESMExports } from 'node:module';

/** What is refused, by the module of Node.js: debuggers, other threads, the engine's own switches, hooks into loading, compiled code. */
const refused: Readonly<Record<string, readonly string[]>> = {
  // It is made of the other one.
  'inspector/promises': ['Session', 'open', 'waitForDebugger'],
  inspector: ['Session', 'open', 'waitForDebugger'],
  worker_threads: ['Worker', 'postMessageToThread'],
  v8: ['setFlagsFromString', 'getHeapSnapshot', 'writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit'],
  module: ['register', 'registerHooks'],
  crypto: ['setEngine'],
};
const refusedOfProcess = [
  ...['binding', '_linkedBinding', '_debugProcess', '_debugEnd', '_getActiveHandles', '_getActiveRequests', 'execve'],
];

/**
 * Closes, for all code of this thread, the ways to its judge, to the engine below and to other threads.
 * @param refuse told what was asked for; what it returns is thrown
 */
export function closeDoors(refuse: (what: string) => Error): void {
  const closed = (what: string) =>
    function closed(): never {
      throw refuse(what);
    };
  const define = (of: object, key: string, value: unknown) =>
    Object.defineProperty(of, key, { value, writable: true, enumerable: true, configurable: true });
  for (const [name, keys] of Object.entries(refused)) {
    const module: unknown = process.getBuiltinModule(`node:${name}`);
    if (typeof module !== 'object' && typeof module !== 'function') continue;
    if (module === null) continue;
    for (const key of keys) define(module, key, closed(`${name}.${key}`));
  }
  for (const key of refusedOfProcess) if (key in process) define(process, key, closed(`process.${key}`));
  define(process, 'report', undefined);
  // Where it really is, is the host's business: see load-program.ts.
  define(process, 'cwd', () => '/');
  // Every process of n8n has a user with a home; the one of the sandbox has neither.
  const os = process.getBuiltinModule('node:os');
  define(os, 'homedir', () => '/home/node');
  define(os, 'userInfo', () => ({ uid: 1000, gid: 1000, username: 'node', homedir: '/home/node', shell: '/bin/sh' }));
  // n8n loads packages in its main thread.
  const threads = process.getBuiltinModule('node:worker_threads');
  for (const [key, value] of Object.entries({ parentPort: null, workerData: null, isMainThread: true, threadId: 0 }))
    define(threads, key, value);
  syncBuiltinESMExports();
}
