import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** What a judge needs of our environment: where folders are, and how a registry is reached. No key, no database. */
const needed = new Set([
  ...['HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'TZ'],
  ...[
    'SERVICE_NO_CACHE',
    'SERVICE_OFFLINE',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
  ],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NPM_CONFIG_REGISTRY', 'SERVICE_REGISTRY_ORIGINS'],
]);

/** The whole environment of a judge. Its code is looked for where ours is. */
export function judgeEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return {
    ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => needed.has(name.toUpperCase()))),
  };
}
