import { sizeText } from '../../kernel/size-text.ts';
import { PathSet, pathFault } from './path-rules.ts';
import { projectPath, reservedFault } from './stored-path.ts';
import type { UploadedFile } from './uploaded-file.ts';

export interface UploadLimits {
  files: number;
  /** Bytes of one file, decoded. */
  fileBytes: number;
  /** Bytes of all files, decoded. */
  totalBytes: number;
}

/** The limits of CONTRACT 1. */
export const defaultUploadLimits: UploadLimits = {
  files: 2000,
  fileBytes: 2 * 1024 * 1024,
  totalBytes: 20 * 1024 * 1024,
};

export interface UploadFault {
  /** PAYLOAD_TOO_LARGE if a limit is exceeded, which `detail` names. */
  code: 'INVALID_PAYLOAD' | 'PAYLOAD_TOO_LARGE';
  /** JSON pointer into the request body: `/files/3/path`. */
  pointer: string;
  detail: string;
}

/** Limits the number of folders in relation to the limit of files: each costs as much as a file. */
const foldersPerFile = 2;

/** More have a common cause. */
const maxFaults = 20;

/** Validates the files of a create-run request; returns no faults when they can be unpacked. */
export function checkUpload(files: readonly UploadedFile[], limits: UploadLimits = defaultUploadLimits): UploadFault[] {
  if (files.length === 0) return [{ code: 'INVALID_PAYLOAD', pointer: '/files', detail: 'The list of files is empty' }];
  const tooMany = fileCountFault(files.length, limits);
  if (tooMany) return [tooMany];
  const faults: UploadFault[] = [];
  const paths = new PathSet();
  let total = 0;
  for (const [index, file] of files.entries()) {
    const size = sizeOf(file);
    total += size;
    const pointer = `/files/${index}`;
    const fault = uploadedPathFault(file.path, paths);
    if (size > limits.fileBytes) {
      const what = fault === undefined ? `The size of ${projectPath(file.path)}` : 'The size of the file';
      faults.push(tooLarge(`${pointer}/content`, what, sizeText(limits.fileBytes)));
    } else {
      const detail = contentFault(file);
      if (detail) faults.push({ code: 'INVALID_PAYLOAD', pointer: `${pointer}/content`, detail });
    }
    if (fault) faults.push({ code: 'INVALID_PAYLOAD', pointer: `${pointer}/path`, detail: `The path ${fault}` });
    if (paths.folders > foldersPerFile * limits.files)
      return [tooLarge('/files', 'The number of folders', foldersPerFile * limits.files)];
    if (faults.length >= maxFaults) return faults;
  }
  if (total > limits.totalBytes) {
    faults.push(tooLarge('/files', 'The total size of the files', sizeText(limits.totalBytes)));
  }
  return faults;
}

/** Adds a path of an upload to those before it; returns why it is invalid, as text that follows "the path". */
export const uploadedPathFault = (path: string, before: PathSet): string | undefined =>
  pathFault(path) ?? reservedFault(path) ?? before.addFile(path);

/** PAYLOAD_TOO_LARGE for too many files. */
export function fileCountFault(count: number, limits: UploadLimits): UploadFault | undefined {
  return count > limits.files ? tooLarge('/files', `The number of files (${count})`, limits.files) : undefined;
}

/** Decodes an uploaded file that `checkUpload` has accepted. */
export function decodeUpload({ content, encoding = 'utf8' }: UploadedFile): Uint8Array {
  return Buffer.from(content, encoding);
}

function tooLarge(pointer: string, what: string, limit: string | number): UploadFault {
  return { code: 'PAYLOAD_TOO_LARGE', pointer, detail: `${what} exceeds the limit of ${limit}` };
}

/** The decoded size in bytes, without decoding. */
function sizeOf({ content, encoding = 'utf8' }: UploadedFile): number {
  return Buffer.byteLength(content, encoding);
}

function contentFault({ content, encoding = 'utf8' }: UploadedFile): string | undefined {
  if (encoding === 'utf8') return content.isWellFormed() ? undefined : 'The content is not valid Unicode';
  // Node's decoder ignores invalid characters; only canonical base64 survives the round trip.
  const canonical = Buffer.from(content, 'base64').toString('base64') === content;
  return canonical ? undefined : 'The content is not valid base64 (RFC 4648, section 4, with padding)';
}
