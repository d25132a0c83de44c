import type { Manifest } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { lockFileOf } from '../project/manifest/lock-files.ts';
import { dependencyFields, recordOf } from '../project/manifest/manifest-fields.ts';

/**
 * Commands of build scripts, and the packages that install them. Few packages depend on one of these, and few people install
 * them for all their projects, as they do gulp and `n8n-node`.
 */
const packagesOf: Readonly<Record<string, readonly string[]>> = {
  copyfiles: ['copyfiles'],
  copyup: ['copyfiles'],
  cpx: ['cpx', 'cpx2'],
  cpy: ['cpy-cli'],
  'cross-env': ['cross-env'],
  del: ['del-cli'],
  ncp: ['ncp'],
  'npm-run-all': ['npm-run-all', 'npm-run-all2'],
  'run-p': ['npm-run-all', 'npm-run-all2'],
  'run-s': ['npm-run-all', 'npm-run-all2'],
  shx: ['shx'],
  tsdown: ['tsdown'],
  tsup: ['tsup'],
};

/** Why a command of a project is not found when its script runs; undefined if it may be. */
export async function missingTool(
  command: string | undefined,
  manifest: Manifest,
  files: Pick<ProjectFiles, 'list' | 'listAbove' | 'absent' | 'read'>,
): Promise<string | undefined> {
  const packages = command !== undefined && Object.hasOwn(packagesOf, command) ? packagesOf[command] : undefined;
  // A workspace installs for all its packages.
  if (!packages || files.listAbove().length > 0) return undefined;
  const declared = dependencyFields.flatMap((field) => Object.keys(recordOf(manifest[field]) ?? {}));
  if (declared.length === 0 || packages.some((name) => declared.includes(name))) return undefined;
  const lock = lockFileOf(files);
  if (lock?.leftOut !== undefined) return undefined;
  // A dependency may bring it along.
  const locked = lock === undefined ? '' : await files.read(lock.path);
  if (packages.some((name) => locked.includes(name))) return undefined;
  return `${command} is not installed: no dependency provides it`;
}
