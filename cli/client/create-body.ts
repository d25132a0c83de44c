import { isUtf8 } from 'node:buffer';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import { isInside } from '../../runner/source/inside.ts';
import { pathFault } from '../../runner/source/path-rules.ts';
import type { ProjectSubject, RunRequest } from '../run-request.ts';

/** Bytes. Far above what an operator allows; what is above this would only fill the memory here. */
const totalLimit = 256 * 1024 * 1024;

interface UploadedFile {
  path: string;
  content: string;
  encoding?: 'base64';
}

/**
 * The create-run request of CONTRACT 1, gzipped.
 * @throws {ServiceError} UNREADABLE_PATH, INVALID_PAYLOAD, PAYLOAD_TOO_LARGE
 */
export async function createBody({ subject, projectType, timeout, ref }: RunRequest): Promise<Buffer> {
  const common = { projectType, timeout, ...(ref !== undefined && { ref }) };
  const body =
    subject.mode === 'package'
      ? { ...common, packageRef: subject.name }
      : {
          ...common,
          packageName: subject.name,
          ...(subject.gitRemote !== undefined && { gitRemote: subject.gitRemote }),
          files: await upload(subject),
        };
  return promisify(gzip)(JSON.stringify(body));
}

async function upload({ folder, files }: ProjectSubject): Promise<UploadedFile[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > totalLimit) {
    throw serviceError('PAYLOAD_TOO_LARGE', { what: `The project (${total} bytes)`, limit: `${totalLimit} bytes` });
  }
  const root = await realpath(folder);
  const uploaded: UploadedFile[] = [];
  // One after the other: a project of thousands of files must not open them all at once.
  for (const { path } of files) {
    const fault = pathFault(path);
    if (fault) throw serviceError('INVALID_PAYLOAD', { reason: `the path ${JSON.stringify(path)} ${fault}` });
    uploaded.push(encoded(path, await bytesOf(root, path)));
  }
  return uploaded;
}

async function bytesOf(root: string, path: string): Promise<Buffer> {
  try {
    const real = await realpath(join(root, path));
    if (!isInside(root, real)) throw new Error('it leads out of the project');
    return await readFile(real);
  } catch (error) {
    throw serviceError('UNREADABLE_PATH', { path, reason: reasonOf(error) }, { cause: error });
  }
}

function encoded(path: string, bytes: Buffer): UploadedFile {
  return isUtf8(bytes)
    ? { path, content: bytes.toString('utf8') }
    : { path, content: bytes.toString('base64'), encoding: 'base64' };
}
