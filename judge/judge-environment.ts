import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Environment variables of a judge: folders and registry access, but no keys or database URL. */
const allowed = new Set([
  ...['HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'TZ'],
  ...[
    'SERVICE_NO_CACHE',
    'SERVICE_OFFLINE',
    'SERVICE_KITS_DIR',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
  ],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NPM_CONFIG_REGISTRY', 'SERVICE_REGISTRY_ORIGINS'],
]);

/** Returns the environment of a judge. It uses the same compile cache. */
export function judgeEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return {
    ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => allowed.has(name.toUpperCase()))),
  };
}
