import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { fastestSyntax } from './fastest-syntax.ts';
import type { LintThreadData } from './lint-thread.ts';
import { typescriptSyntax } from './syntax.ts';

/** A thread that lints the files whose names it is sent, one after the other; see lint-thread.ts. */
if (!parentPort) throw new Error('this module is the main module of a worker thread');
const port = parentPort;

const { folder, careful, compileCache }: LintThreadData = workerData;
if (compileCache !== undefined) enableCompileCache(compileCache);
// One of the plugins behaves differently for its own tests, and decides that when it is imported.
delete process.env['NODE_ENV'];
const syntax = careful ? typescriptSyntax : await fastestSyntax();
const { createFileLinter } = await import('./file-linter.ts');
const lintFile = createFileLinter(folder, syntax);

port.on('message', (file: string | null) => {
  if (file !== null) return port.postMessage(lintFile(file));
  // In a rehearsal; elsewhere the folder can't be written to, and has all already.
  flushCompileCache();
  port.close();
});
port.postMessage('ready');
