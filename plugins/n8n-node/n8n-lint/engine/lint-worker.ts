import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { LintThreadData } from './lint-thread.ts';
import { startLinter } from './start-linter.ts';

/** A thread that lints files, one after the other, by the names that it receives; see lint-thread.ts. */
if (!parentPort) throw new Error('this module is the main module of a worker thread');
const port = parentPort;

const { compileCache, ...options }: LintThreadData = workerData;
if (compileCache !== undefined) enableCompileCache(compileCache);
const lintFile = await startLinter(options);

port.on('message', (file: string | null) => {
  if (file !== null) return port.postMessage(lintFile(file));
  // Has an effect in a warm-up; otherwise the folder is read-only and complete.
  flushCompileCache();
  port.close();
});
port.postMessage('ready');
