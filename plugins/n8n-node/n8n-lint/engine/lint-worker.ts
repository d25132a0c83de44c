import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { LintThreadData } from './lint-thread.ts';
import { startLinter } from './start-linter.ts';

/** A thread that lints the files whose names it is sent, one after the other; see lint-thread.ts. */
if (!parentPort) throw new Error('this module is the main module of a worker thread');
const port = parentPort;

const { compileCache, ...options }: LintThreadData = workerData;
if (compileCache !== undefined) enableCompileCache(compileCache);
const lintFile = await startLinter(options);

port.on('message', (file: string | null) => {
  if (file !== null) return port.postMessage(lintFile(file));
  // In a warm-up; elsewhere the folder can't be written to, and has all already.
  flushCompileCache();
  port.close();
});
port.postMessage('ready');
