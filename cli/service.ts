#!/usr/bin/env node
// The only file that older versions of Node.js must be able to run, so it must use only features of Node.js 14. The message
// and the code are those of NODE_TOO_OLD in kernel/errors.ts, which is not loaded here.
import module from 'node:module';

const requiredMajor = 24;

async function start(): Promise<number> {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) < requiredMajor) {
    const message = `service requires Node.js ${requiredMajor} or newer; this is ${node}`;
    if (process.argv.includes('--json')) console.log(JSON.stringify({ error: { code: 'NODE_TOO_OLD', message } }));
    console.error(`Error: ${message} (NODE_TOO_OLD)\n  Install a newer Node.js from https://nodejs.org.`);
    return 2;
  }
  const { compileCacheFolder } = await import('./compile-cache-folder.ts');
  const folder = compileCacheFolder(process.env);
  if (folder !== undefined) module.enableCompileCache(folder);
  const { main } = await import('./main.ts');
  return main(process.argv.slice(2));
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has left: `service checks | head`.
  if (error.code === 'EPIPE') return;
  console.error(`Error: Cannot write standard output: ${error.message} (UNWRITABLE_PATH)`);
  if (!process.exitCode) process.exitCode = 2;
});

start().then((exitCode) => {
  if (exitCode === 0) return;
  process.exitCode = exitCode;
  // A plugin may still call process.exit.
  process.on('exit', () => {
    process.exitCode = exitCode;
  });
});
