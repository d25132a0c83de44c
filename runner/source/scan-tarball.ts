import { ByteReader } from './byte-reader.ts';
import { gunzipMember } from './gunzip-member.ts';
import { PathSet, pathFault } from './path-rules.ts';
import { parsePaxRecords } from './pax-records.ts';
import { quoted, refusal } from './refusal.ts';
import { blockSize, decodeUtf8, parseTarHeader, type TarHeader } from './tar-header.ts';
import type { UnpackLimits } from './unpack-limits.ts';

/** Bytes of one extended header. */
const maxMeta = 256 * 1024;
/** Bytes of padding after the archive's end: writers fill up their last record. */
const maxPadding = 1024 * 1024;

export interface ScannedTarball {
  /** The folder that holds everything: `package`. */
  root: string;
  /** The files, relative to the root, sorted. */
  files: string[];
}

/**
 * Reads a gzipped tarball from its first byte to its last and refuses whatever could be dropped, renamed or read in two
 * ways by what unpacks it: SAFETY, "Unpacking", has the list.
 * @param path of the tarball
 * @throws {ServiceError} INVALID_PAYLOAD, saying what and where
 */
export async function scanTarball(path: string, limits: UnpackLimits, signal: AbortSignal): Promise<ScannedTarball> {
  const reader = new ByteReader(gunzipMember(path, signal));
  try {
    return await new Scan(reader, limits).run();
  } finally {
    await reader.close();
  }
}

/** What extended headers say of the entry that follows them. */
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
        refuseGlobal(body);
        continue;
      }
      if (extension) throw refusal('has two extended headers for one entry');
      extension = header.kind === 'pax' ? extensionOf(body) : { path: longPath(body) };
    }
    if (extension) throw refusal('has an extended header for no entry');
    await this.#end();
    if (this.#root === undefined || this.#files.length === 0) throw refusal('holds no files');
    return { root: this.#root, files: this.#files.sort() };
  }

  /** The next header; undefined at the first block of the archive's end. */
  async #header(): Promise<TarHeader | undefined> {
    const block = await this.#take(blockSize);
    if (isZero(block)) return undefined;
    this.#headers += 1;
    // A file has a header, perhaps an extended one, and few folders of its own.
    if (this.#headers > 4 * this.#limits.files + 16) throw refusal('has too many entries');
    return parseTarHeader(block);
  }

  async #meta({ size }: TarHeader): Promise<Buffer> {
    if (size > maxMeta) throw refusal(`has an extended header over the limit of ${maxMeta} bytes`);
    this.#count(size);
    const body = await this.#take(size);
    await this.#skip(padding(size));
    return body;
  }

  async #entry(header: TarHeader, extension: Extension | undefined): Promise<void> {
    const path = extension?.path ?? header.path;
    const { size } = header;
    if (extension?.size !== undefined && extension.size !== size) {
      throw refusal(`gives two sizes for ${quoted(path)}`);
    }
    // Old writers marked a folder by the slash alone.
    const isFolder = header.kind === 'folder' || path.endsWith('/');
    if (isFolder && size > 0) throw refusal(`has a folder with content: ${quoted(path)}`);
    this.#place(isFolder ? path.replace(/\/$/, '') : path, isFolder);
    if (isFolder) return;
    if (size > this.#limits.fileBytes) {
      throw refusal(`has a file over the limit of ${this.#limits.fileBytes} bytes: ${quoted(path)}`);
    }
    this.#count(size);
    await this.#skip(size + padding(size));
  }

  /** Finds an entry its place below the one root. */
  #place(path: string, isFolder: boolean): void {
    const fault = pathFault(path);
    if (fault) throw refusal(`has an entry whose path ${fault}: ${quoted(path)}`);
    const slash = path.indexOf('/');
    const root = slash === -1 ? path : path.slice(0, slash);
    if (slash === -1 && !isFolder) throw refusal(`has a file outside of its root folder: ${quoted(path)}`);
    this.#root ??= root;
    if (root !== this.#root) throw refusal(`has a second root folder: ${quoted(path)}`);
    const inner = isFolder ? this.#paths.addFolder(path) : this.#paths.addFile(path);
    if (inner) throw refusal(`has an entry whose path ${inner}: ${quoted(path)}`);
    if (this.#paths.folders > this.#limits.files)
      throw refusal(`has more folders than the limit of ${this.#limits.files}`);
    if (isFolder) return;
    this.#files.push(path.slice(root.length + 1));
    if (this.#files.length > this.#limits.files)
      throw refusal(`has more files than the limit of ${this.#limits.files}`);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.totalBytes) {
      throw refusal(`unpacks to more than the limit of ${this.#limits.totalBytes} bytes`);
    }
  }

  /** After the first block of zeros: a second one, and nothing but zeros to the end. */
  async #end(): Promise<void> {
    let length = 0;
    for (let block = await this.#reader.take(blockSize); block.length > 0; block = await this.#reader.take(blockSize)) {
      length += block.length;
      if (!isZero(block) || block.length < blockSize) throw refusal('has more bytes after its end');
      if (length > maxPadding) throw refusal('is padded with too many zeros');
    }
    if (length === 0) throw refusal('is cut off: its end is missing');
  }

  async #take(length: number): Promise<Buffer> {
    const bytes = await this.#reader.take(length);
    if (bytes.length < length) throw refusal('is cut off');
    return bytes;
  }

  async #skip(length: number): Promise<void> {
    if ((await this.#reader.skip(length)) < length) throw refusal('is cut off');
  }
}

function extensionOf(body: Buffer): Extension {
  const records = parsePaxRecords(body);
  const path = records.get('path');
  const size = records.get('size');
  if (size !== undefined && !/^(0|[1-9][0-9]{0,14})$/.test(size)) throw refusal('has a size that is no number');
  return { ...(path !== undefined && { path }), ...(size !== undefined && { size: Number(size) }) };
}

/** A header for the whole archive may say where it came from, as Git's do, and nothing else. */
function refuseGlobal(body: Buffer): void {
  for (const key of parsePaxRecords(body).keys()) {
    if (key !== 'comment') throw refusal(`sets ${quoted(key)} for all its entries`);
  }
}

/** GNU's way to write a path over 100 bytes: as the body of an entry before, ended by a NUL. */
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
