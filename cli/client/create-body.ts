import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { serviceError } from '../../kernel/errors.ts';
import { PeriodicYield } from '../../runner/periodic-yield.ts';
import { pathFault } from '../../runner/source/path-rules.ts';
import { readWithin } from '../../runner/source/snapshot.ts';
import { notePath, storedPath } from '../../runner/source/stored-path.ts';
import type { UploadedFile } from '../../runner/source/uploaded-file.ts';
import type { ProjectSubject, RunRequest } from '../run-request.ts';

/** Bytes; far above the limits of the cloud, to protect the memory of the client. */
const maxTotalBytes = 256 * 1024 * 1024;

/**
 * Creates the gzipped request body of CONTRACT 1.
 * @throws {ServiceError} UNREADABLE_PATH, INVALID_PAYLOAD, PAYLOAD_TOO_LARGE
 */
export async function createBody(
  { subject, projectType, timeout, ref, cloudPlugins, ruleset }: RunRequest,
  { againstPublished = false }: { againstPublished?: boolean } = {},
): Promise<Buffer> {
  const common = { projectType, timeout, ...(ref !== undefined && { ref }), ...(ruleset && { ruleset }) };
  const body =
    subject.mode === 'package'
      ? { ...common, packageRef: subject.name }
      : {
          ...common,
          packageName: subject.name,
          ...subject.git,
          ...(cloudPlugins && { plugins: cloudPlugins }),
          ...(againstPublished && { againstPublished }),
          files: await upload(subject),
        };
  return promisify(gzip)(JSON.stringify(body));
}

async function upload({ folder, files, note }: ProjectSubject): Promise<UploadedFile[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const tooLarge = () =>
    serviceError('PAYLOAD_TOO_LARGE', { what: `The project (${total} bytes)`, limit: `${maxTotalBytes} bytes` });
  if (total > maxTotalBytes) throw tooLarge();
  const root = await realpath(folder);
  const uploaded: UploadedFile[] = [];
  const yielding = new PeriodicYield();
  for (const { path } of files) {
    await yielding.tick();
    const stored = storedPath(path);
    const fault = pathFault(stored);
    if (fault) throw serviceError('INVALID_PAYLOAD', { reason: `Path ${JSON.stringify(path)} ${fault}` });
    // Synchronous, because most files are small and cached by the system.
    const bytes = readWithin(root, path, maxTotalBytes);
    if (!bytes) throw tooLarge();
    uploaded.push(encoded(stored, bytes));
  }
  if (note !== undefined) uploaded.push({ path: notePath, content: note });
  return uploaded;
}

function encoded(path: string, bytes: Buffer): UploadedFile {
  return isUtf8(bytes)
    ? { path, content: bytes.toString('utf8') }
    : { path, content: bytes.toString('base64'), encoding: 'base64' };
}
