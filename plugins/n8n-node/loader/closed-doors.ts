import { syncBuiltinESMExports } from 'node:module';

/** Functions that throw, by module of Node.js: debuggers, threads, V8 flags, module hooks, compiled code. */
const refused: Readonly<Record<string, readonly string[]>> = {
  // The default modules are derived from these.
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

const noMac = '00:00:00:00:00:00';

/**
 * Prevents code of this thread from reaching its judge, the engine and other threads.
 * @param refuse gets the name of the call; its result is thrown
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
  // The real path is hidden: see load-program.ts.
  define(process, 'cwd', () => '/');
  // Every process of n8n has a user with a home folder, and a network; the sandbox has neither.
  const os = process.getBuiltinModule('node:os');
  define(os, 'homedir', () => '/home/node');
  define(os, 'userInfo', () => ({ uid: 1000, gid: 1000, username: 'node', homedir: '/home/node', shell: '/bin/sh' }));
  const address = (ip: string, mac: string) => ({ address: ip, mac, family: 'IPv4', internal: mac === noMac });
  define(os, 'networkInterfaces', () => ({
    lo: [{ ...address('127.0.0.1', noMac), netmask: '255.0.0.0', cidr: '127.0.0.1/8' }],
    eth0: [{ ...address('192.0.2.1', '02:00:00:00:00:01'), netmask: '255.255.255.0', cidr: '192.0.2.1/24' }],
  }));
  // n8n loads packages in its main thread.
  const threads = process.getBuiltinModule('node:worker_threads');
  for (const [key, value] of Object.entries({ parentPort: null, workerData: null, isMainThread: true, threadId: 0 }))
    define(threads, key, value);
  syncBuiltinESMExports();
}
