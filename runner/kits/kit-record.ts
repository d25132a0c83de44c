import { type Dirent, existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { digestOf } from '../../kernel/digest.ts';

/** A file as it was installed: path in the kit, bytes, and modification time in milliseconds. */
type RecordedFile = readonly [path: string, size: number, time: number];

/** Beside `node_modules`: the SHA-256 of each file by path, and, written last, the files. */
const digestsFile = 'digests.json';
const recordFile = 'kit.json';
/** Files that nobody loads: source maps and what compilers keep. */
const useless = /\.(?:map|tsbuildinfo)$/;

/** Completes a kit: removes what nobody loads, lets all users read it, and writes down every file. */
export async function recordKit(folder: string): Promise<void> {
  const files: RecordedFile[] = [];
  const digests: Record<string, string> = {};
  await eachEntry(folder, async (path, entry) => {
    if (entry.isDirectory()) return chmod(path, 0o755);
    if (useless.test(entry.name)) return rm(path);
    const name = nameOf(path, folder);
    if (!entry.isFile()) throw new Error(`${name} is not a file`);
    await chmod(path, 0o644);
    const { size, mtimeMs } = await lstat(path);
    files.push([name, size, Math.trunc(mtimeMs)]);
    digests[name] = digestOf(await readFile(path));
  });
  await writeFile(join(folder, digestsFile), JSON.stringify(digests), { mode: 0o644 });
  await writeFile(join(folder, recordFile), JSON.stringify(files), { mode: 0o644 });
}

/** Whether all files of a kit were written. */
export const isRecorded = (folder: string) => existsSync(join(folder, recordFile));

/** From now on a kit counts as not installed. */
export const forgetKit = (folder: string) => rmSync(join(folder, recordFile), { force: true });

/** Bytes of a kit; undefined if it is not complete. */
export const bytesOf = (folder: string) => readRecord(folder)?.reduce((sum, [, size]) => sum + size, 0);

/**
 * Compares the sizes and times of all files with those that were installed: some 30 ms for ten thousand.
 * @returns the path of a file that was changed or removed
 */
export function changedFile(folder: string): string | undefined {
  const record = readRecord(folder);
  if (!record) return recordFile;
  return record.find(([path, size, time]) => {
    const entry = lstatSync(`${folder}/${path}`, { throwIfNoEntry: false });
    return entry?.size !== size || inSeconds(entry.mtimeMs) !== inSeconds(time) || !entry.isFile();
  })?.[0];
}

/** Compares the contents as well, and looks for files that were added. */
export async function changedContent(folder: string): Promise<string | undefined> {
  let changed = changedFile(folder);
  if (changed !== undefined) return changed;
  const digests: Record<string, string> = JSON.parse(await readFile(join(folder, digestsFile), 'utf8'));
  await eachEntry(folder, async (path, entry) => {
    const name = nameOf(path, folder);
    if (entry.isDirectory() || [recordFile, digestsFile].includes(name)) return;
    if (!entry.isFile() || digests[name] !== digestOf(await readFile(path))) changed ??= name;
  });
  return changed;
}

async function eachEntry(folder: string, work: (path: string, entry: Dirent) => Promise<void>): Promise<void> {
  // Only what installs needs it; every run reads the record.
  const { default: PQueue } = await import('p-queue');
  const queue = new PQueue({ concurrency: 8 });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await queue.addAll(entries.map((entry) => () => work(join(entry.parentPath, entry.name), entry)));
}

/** Images of containers keep no fractions. */
const inSeconds = (milliseconds: number) => Math.trunc(milliseconds / 1000);

const nameOf = (path: string, folder: string) => relative(folder, path).replaceAll(sep, '/');

function readRecord(folder: string): RecordedFile[] | undefined {
  try {
    const files: unknown = JSON.parse(readFileSync(join(folder, recordFile), 'utf8'));
    return Array.isArray(files) && files.every(isFile) ? files : undefined;
  } catch {
    return undefined;
  }
}

function isFile(value: unknown): value is RecordedFile {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [path, size, time] = value;
  return typeof path === 'string' && typeof size === 'number' && typeof time === 'number';
}
