import { isDeepStrictEqual } from 'node:util';
import { extract } from 'tar';
import { folderFiles } from './folder-files.ts';
import { scanTarball } from './scan-tarball.ts';
import { tarballError } from './tarball-error.ts';
import { defaultUnpackLimits, type UnpackLimits } from './unpack-limits.ts';

interface Unpacking {
  /** Path of the gzipped tarball. */
  tarball: string;
  /** An empty folder for the contents of the tarball's root folder. */
  folder: string;
  signal: AbortSignal;
  limits?: UnpackLimits;
  /** Filters files by their paths below the root folder; all when absent. */
  only?(path: string): boolean;
}

/**
 * Scans an untrusted tarball completely, then unpacks it. Modes, owners and times are not restored.
 * @returns the sorted paths of all its files, below the root folder
 * @throws {ServiceError} INVALID_PAYLOAD
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
    // The scan has checked the total size.
    maxDecompressionRatio: Number.POSITIVE_INFINITY,
    filter: (path, entry) => !('type' in entry) || entry.type === 'Directory' || only(path.slice(root.length + 1)),
    onReadEntry: (entry) => {
      entry.mode = entry.type === 'Directory' ? 0o755 : 0o644;
    },
  }).catch((error: unknown) => {
    throw isArchiveError(error) ? tarballError('cannot be unpacked', error) : error;
  });
  // Both readers of the tarball must have seen the same files.
  const { list } = await folderFiles(folder);
  if (!isDeepStrictEqual(list(), files.filter(only))) throw tarballError('does not unpack to the files in its headers');
  return files;
}

/** Whether an error is from tar or zlib, not from the disk. */
function isArchiveError(error: unknown): boolean {
  const codes = error instanceof Error ? [Reflect.get(error, 'tarCode'), Reflect.get(error, 'code')] : [];
  return codes.some((code) => typeof code === 'string' && /^(TAR|Z)_/.test(code));
}
