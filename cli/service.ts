#!/usr/bin/env node
// The one file that an older Node.js must be able to read: nothing newer than what Node.js 14 knows, and no import that
// it lacks. The words and codes are those of NODE_TOO_OLD in kernel/errors.ts, which is not loaded here.
import module from 'node:module';

const neededMajor = 24;

async function start(): Promise<number> {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) < neededMajor) {
    const message = `service requires Node.js ${neededMajor} or newer; this is ${node}`;
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

start().then((exitCode) => {
  process.exitCode = exitCode;
});
