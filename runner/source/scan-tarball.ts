import { ByteReader } from './byte-reader.ts';
import { gunzipMember } from './gunzip-member.ts';
import { duplicate, PathSet, pathFault } from './path-rules.ts';
import { blockSize, decodeUtf8, parsePaxRecords, parseTarHeader, type TarHeader } from './tar-header.ts';
import { quoted, tarballError } from './tarball-error.ts';
import type { UnpackLimits } from './unpack-limits.ts';

/** Maximum bytes of an extended header. */
const maxMeta = 256 * 1024;
/** Maximum padding after the end of the archive: writers fill up the last record. */
const maxPadding = 1024 * 1024;

interface ScannedTarball {
  /** The root folder: `package`, or `.` in a tarball of `./package.json`. */
  root: string;
  /** The files, relative to the root, sorted. */
  files: string[];
}

/**
 * Scans a whole gzipped tarball and rejects everything that a reader could drop, rename or interpret in different ways: see
 * SAFETY, "Unpacking".
 * @throws {ServiceError} INVALID_PAYLOAD with the reason and the path
 */
export async function scanTarball(path: string, limits: UnpackLimits, signal: AbortSignal): Promise<ScannedTarball> {
  const reader = new ByteReader(gunzipMember(path, signal));
  try {
    return await new Scan(reader, limits).run();
  } finally {
    await reader.close();
  }
}

/** Values from the extended headers of an entry. */
interface Extension {
  path?: string;
  size?: number;
}

class Scan {
  readonly #reader: ByteReader;
  readonly #limits: UnpackLimits;
  readonly #paths = new PathSet();
  readonly #files: string[] = [];
  #root: string | undefined;
  #headers = 0;
  #bytes = 0;

  constructor(reader: ByteReader, limits: UnpackLimits) {
    this.#reader = reader;
    this.#limits = limits;
  }

  async run(): Promise<ScannedTarball> {
    let extension: Extension | undefined;
    for (let header = await this.#header(); header; header = await this.#header()) {
      if (header.kind === 'file' || header.kind === 'folder') {
        await this.#entry(header, extension);
        extension = undefined;
        continue;
      }
      const body = await this.#meta(header);
      if (header.kind === 'global-pax') {
        assertGlobalHeader(body);
        continue;
      }
      if (extension) throw tarballError('has two extended headers for one entry');
      extension = header.kind === 'pax' ? extensionOf(body) : { path: longPath(body) };
    }
    if (extension) throw tarballError('has an extended header without an entry');
    await this.#end();
    if (this.#root === undefined || this.#files.length === 0) throw tarballError('contains no files');
    return { root: this.#root, files: this.#files.sort() };
  }

  /** The next header; undefined at the first block of the end marker. */
  async #header(): Promise<TarHeader | undefined> {
    const block = await this.#take(blockSize);
    if (isZero(block)) return undefined;
    this.#headers += 1;
    // Allows for an extended header and a folder with each file.
    if (this.#headers > 4 * this.#limits.files + 16) throw tarballError('has too many entries');
    return parseTarHeader(block);
  }

  async #meta({ size }: TarHeader): Promise<Buffer> {
    if (size > maxMeta) throw tarballError(`has an extended header larger than ${maxMeta} bytes`);
    this.#count(size);
    const body = await this.#take(size);
    await this.#skip(padding(size));
    return body;
  }

  async #entry(header: TarHeader, extension: Extension | undefined): Promise<void> {
    const given = extension?.path ?? header.path;
    const path = this.#limits.asNpm ? given.replace(/(?<=\/)(?:\.\/)+/g, '') : given;
    const { size } = header;
    if (extension?.size !== undefined && extension.size !== size) {
      throw tarballError(`has two different sizes for ${quoted(path)}`);
    }
    // Old writers mark folders by a trailing slash only.
    const isFolder = header.kind === 'folder' || path.endsWith('/');
    if (isFolder && size > 0) throw tarballError(`has a folder with content: ${quoted(path)}`);
    this.#addPath(isFolder ? path.replace(/\/$/, '') : path, isFolder);
    if (isFolder) return;
    if (size > this.#limits.fileBytes) {
      throw tarballError(`has a file larger than ${this.#limits.fileBytes} bytes: ${quoted(path)}`);
    }
    this.#count(size);
    await this.#skip(size + padding(size));
  }

  /** Checks the path of an entry and adds it. npm and tar remove the first name of it, also if that is a dot. */
  #addPath(path: string, isFolder: boolean): void {
    const isRoot = isFolder && path === '.';
    const fault = isRoot ? undefined : pathFault(path.replace(/^\.\//, ''));
    if (fault) throw tarballError(`has an entry whose path ${fault}: ${quoted(path)}`);
    const slash = path.indexOf('/');
    const root = slash === -1 ? path : path.slice(0, slash);
    if (slash === -1 && !isFolder) throw tarballError(`has a file outside of the root folder: ${quoted(path)}`);
    this.#root ??= root;
    if (root !== this.#root) throw tarballError(`has a second root folder: ${quoted(path)}`);
    const inner = isFolder ? this.#paths.addFolder(path) : this.#paths.addFile(path);
    // The last one counts.
    if (inner === duplicate && this.#limits.asNpm) return;
    if (inner) throw tarballError(`has an entry whose path ${inner}: ${quoted(path)}`);
    if (this.#paths.folders > this.#limits.files) throw tarballError(`has more than ${this.#limits.files} folders`);
    if (isFolder) return;
    this.#files.push(path.slice(root.length + 1));
    if (this.#files.length > this.#limits.files) throw tarballError(`has more than ${this.#limits.files} files`);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.totalBytes) {
      throw tarballError(`unpacks to more than ${this.#limits.totalBytes} bytes`);
    }
  }

  /** Checks that the first block of zeros is followed by a second one, and by zeros only. */
  async #end(): Promise<void> {
    let length = 0;
    for (let block = await this.#reader.take(blockSize); block.length > 0; block = await this.#reader.take(blockSize)) {
      length += block.length;
      if (!isZero(block) || block.length < blockSize) throw tarballError('has trailing bytes after its end');
      if (length > maxPadding) throw tarballError('has too much padding');
    }
    if (length === 0) throw tarballError('is truncated: its end marker is missing');
  }

  async #take(length: number): Promise<Buffer> {
    const bytes = await this.#reader.take(length);
    if (bytes.length < length) throw tarballError('is truncated');
    return bytes;
  }

  async #skip(length: number): Promise<void> {
    if ((await this.#reader.skip(length)) < length) throw tarballError('is truncated');
  }
}

function extensionOf(body: Buffer): Extension {
  const records = parsePaxRecords(body);
  const path = records.get('path');
  const size = records.get('size');
  if (size !== undefined && !/^(0|[1-9][0-9]{0,14})$/.test(size))
    throw tarballError('has an invalid size in an extended header');
  return { ...(path !== undefined && { path }), ...(size !== undefined && { size: Number(size) }) };
}

/** A global header may only contain a comment, as Git writes it. */
function assertGlobalHeader(body: Buffer): void {
  for (const key of parsePaxRecords(body).keys()) {
    if (key !== 'comment') throw tarballError(`sets ${quoted(key)} for all entries`);
  }
}

/** GNU format for paths over 100 bytes: the body of a preceding entry, terminated by NUL. */
function longPath(body: Buffer): string {
  const path = body.at(-1) === 0 ? body.subarray(0, -1) : body;
  return decodeUtf8(path);
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

function padding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}
