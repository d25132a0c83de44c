import { reservedFault } from './above.ts';
import { PathSet, pathFault } from './path-rules.ts';
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
  /** PAYLOAD_TOO_LARGE for what passes a limit; its detail names the limit. */
  code: 'INVALID_PAYLOAD' | 'PAYLOAD_TOO_LARGE';
  /** JSON pointer into the request body: `/files/3/path`. */
  pointer: string;
  detail: string;
}

/** Paths may name folders that hold nothing else: each costs as much as a file. */
const foldersPerFile = 2;

/** So many are told; an upload with more faults than this has one cause. */
const maxFaults = 20;

/** What is wrong with the files of a create-run request; nothing when they can be unpacked as they are. */
export function checkUpload(files: readonly UploadedFile[], limits: UploadLimits = defaultUploadLimits): UploadFault[] {
  if (files.length === 0) return [{ code: 'INVALID_PAYLOAD', pointer: '/files', detail: 'There are no files' }];
  if (files.length > limits.files) return [tooLarge('/files', `The number of files, ${files.length},`, limits.files)];
  const faults: UploadFault[] = [];
  const paths = new PathSet();
  let total = 0;
  for (const [index, file] of files.entries()) {
    const size = sizeOf(file);
    total += size;
    const pointer = `/files/${index}`;
    if (size > limits.fileBytes) {
      faults.push(tooLarge(`${pointer}/content`, 'The size of the file', `${limits.fileBytes} bytes`));
    } else {
      const fault = contentFault(file);
      if (fault) faults.push({ code: 'INVALID_PAYLOAD', pointer: `${pointer}/content`, detail: fault });
    }
    const fault = pathFault(file.path) ?? reservedFault(file.path) ?? paths.addFile(file.path);
    if (fault) faults.push({ code: 'INVALID_PAYLOAD', pointer: `${pointer}/path`, detail: `The path ${fault}` });
    if (paths.folders > foldersPerFile * limits.files)
      return [tooLarge('/files', 'The number of folders', foldersPerFile * limits.files)];
    if (faults.length >= maxFaults) return faults;
  }
  if (total > limits.totalBytes) {
    faults.push(tooLarge('/files', 'The size of all files', `${limits.totalBytes} bytes`));
  }
  return faults;
}

/** The bytes of an uploaded file that `checkUpload` had nothing to say about. */
export function decodeUpload({ content, encoding = 'utf8' }: UploadedFile): Uint8Array {
  return Buffer.from(content, encoding);
}

function tooLarge(pointer: string, what: string, limit: string | number): UploadFault {
  return { code: 'PAYLOAD_TOO_LARGE', pointer, detail: `${what} is over the limit of ${limit}` };
}

/** Bytes after decoding, without decoding. */
function sizeOf({ content, encoding = 'utf8' }: UploadedFile): number {
  return Buffer.byteLength(content, encoding);
}

function contentFault({ content, encoding = 'utf8' }: UploadedFile): string | undefined {
  if (encoding === 'utf8') return content.isWellFormed() ? undefined : 'The content is not valid Unicode';
  // Node's decoder skips what it does not know; only the canonical spelling comes back as it was.
  const canonical = Buffer.from(content, 'base64').toString('base64') === content;
  return canonical ? undefined : 'The content is not base64 (RFC 4648, section 4, with padding)';
}
