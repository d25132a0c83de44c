import { isDeepStrictEqual } from 'node:util';
import { extract } from 'tar';
import { folderFiles } from './folder-files.ts';
import { refusal } from './refusal.ts';
import { scanTarball } from './scan-tarball.ts';
import { defaultUnpackLimits, type UnpackLimits } from './unpack-limits.ts';

export interface Unpacking {
  /** Path of the gzipped tarball. */
  tarball: string;
  /** An empty folder, which gets what is below the tarball's root folder. */
  folder: string;
  signal: AbortSignal;
  limits?: UnpackLimits;
  /** Which files are wanted, by their paths below the root folder; all when absent. */
  only?(path: string): boolean;
}

/**
 * Unpacks a tarball that comes from outside, once a scan of all of it has found nothing to refuse. Modes, owners and
 * times are not taken over.
 * @returns the paths of all of its files, below the root folder, sorted
 * @throws {ServiceError} INVALID_PAYLOAD, saying what is wrong with the tarball
 */
export async function unpackTarball({
  tarball,
  folder,
  signal,
  limits = defaultUnpackLimits,
  only = () => true,
}: Unpacking): Promise<readonly string[]> {
  const { root, files } = await scanTarball(tarball, limits, signal);
  signal.throwIfAborted();
  await extract({
    file: tarball,
    cwd: folder,
    strip: 1,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    // The scan has counted every byte.
    maxDecompressionRatio: Number.POSITIVE_INFINITY,
    filter: (path, entry) => !('type' in entry) || entry.type === 'Directory' || only(path.slice(root.length + 1)),
    onReadEntry: (entry) => {
      entry.mode = entry.type === 'Directory' ? 0o755 : 0o644;
    },
  }).catch((error: unknown) => {
    throw isOfTheArchive(error) ? refusal('could not be unpacked', error) : error;
  });
  // Two readers of one archive must have seen the same.
  const { list } = await folderFiles(folder);
  if (!isDeepStrictEqual(list(), files.filter(only))) throw refusal('does not unpack to the files that it lists');
  return files;
}

/** Whether it is tar or zlib that complains, and not the disk. */
function isOfTheArchive(error: unknown): boolean {
  const codes = error instanceof Error ? [Reflect.get(error, 'tarCode'), Reflect.get(error, 'code')] : [];
  return codes.some((code) => typeof code === 'string' && /^(TAR|Z)_/.test(code));
}
