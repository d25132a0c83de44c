// Loads packages with n8n's own loader and writes what came of each to descriptor 3. Run with the folder that n8n-core is
// installed in and the folders of the packages.
const { createRequire } = require('node:module');
const { join } = require('node:path');
const [installation, ...folders] = process.argv.slice(2);
const load = createRequire(join(installation, 'package.json'));
load('reflect-metadata');
const { Container } = load('@n8n/di');
const { Logger } = load('@n8n/backend-common');
const quiet = () => {};
Container.set(Logger, { debug: quiet, info: quiet, warn: quiet, error: quiet });
const { PackageDirectoryLoader } = load('n8n-core/dist/nodes-loader/package-directory-loader');

// n8n brings this one with it. It is too large to install, and for whether a node loads its classes may be any.
const Module = load('node:module');
const original = Module._load;
const anyClass = new Proxy(class {}, { get: (target, key) => (key === 'prototype' ? target.prototype : anyClass) });
Module._load = (request, ...rest) => (request === '@n8n/ai-node-sdk' ? anyClass : original(request, ...rest));

// n8n stays alive after such an error; it says nothing about loading.
process.on('uncaughtException', quiet);
process.on('unhandledRejection', quiet);

async function verdict(folder) {
  try {
    const loader = new PackageDirectoryLoader(folder);
    await loader.loadAll();
    const names = loader.loadedNodes.map(({ name }) => String(name));
    if (names.length === 0) return { error: 'The specified package does not contain any nodes' };
    return { nodes: names, credentials: Object.keys(loader.credentialTypes) };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

const { writeSync } = require('node:fs');
const { exit } = process;
(async () => {
  const verdicts = [];
  for (const folder of folders) verdicts.push(await verdict(folder));
  writeSync(3, JSON.stringify(verdicts));
  exit(0);
})();
