import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** What package managers write about what they installed, in node_modules. */
const installed = ['.package-lock.json', '.pnpm/lock.yaml', '.yarn-integrity', '.yarn-state.yml'];

/**
 * A text that differs whenever the same project might be judged otherwise: by another version of ours or of anything
 * that we use, by another Node.js, on another system.
 * @param from `import.meta.url` of one of our modules
 */
export function codeIdentity(from: string, versions: NodeJS.ProcessVersions = process.versions): string {
  const manifest = findPackageJSON(from);
  if (manifest === undefined) throw new Error('package.json of service is not there');
  const hash = createHash('sha256');
  const root = dirname(manifest);
  hash.update(readFileSync(manifest));
  for (const lock of locksOf(root)) hash.update(lock);
  // An installed version does not change. A checkout does, and keeps its version.
  if (!root.includes('node_modules')) hash.update(ownFiles(root, from).join('\n'));
  return `${hash.digest('hex')} ${versions.node} ${versions.v8} ${process.platform} ${process.arch}`;
}

/** What says which version of each dependency is there. */
function locksOf(root: string): Buffer[] {
  for (let folder = root; ; folder = dirname(folder)) {
    const locks = installed.map((name) => join(folder, 'node_modules', name)).filter((path) => existsSync(path));
    if (locks.length > 0) return locks.map((path) => readFileSync(path));
    if (dirname(folder) === folder) return [];
  }
}

/** Path, size and time of each file that our code is in: the built ones, or in a checkout that runs as it is its sources. */
function ownFiles(root: string, from: string): string[] {
  const folders = from.endsWith('.ts') ? ['kernel', 'runner', 'plugins', 'judge', 'cli'] : ['dist'];
  const code = /(?<!\.d)\.[jt]s$/;
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => code.test(path))
      .sort()
      .map((path) => {
        const { size, mtimeMs } = statSync(join(root, folder, path));
        return `${path} ${size} ${mtimeMs}`;
      }),
  );
}
