import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { serviceError } from '../../kernel/errors.ts';
import { sizeText } from '../../kernel/size-text.ts';
import { PeriodicYield } from '../../runner/periodic-yield.ts';
import { pathFault } from '../../runner/source/path-rules.ts';
import { readWithin } from '../../runner/source/snapshot.ts';
import { notePath, storedPath } from '../../runner/source/stored-path.ts';
import type { UploadedFile } from '../../runner/source/uploaded-file.ts';
import type { ProjectSubject, RunRequest } from '../run-request.ts';

const MiB = 1024 * 1024;
/** Bytes of a file, and of all files; far above the limits of the cloud, to protect the memory of the client. */
const maxFileBytes = 32 * MiB;
const maxTotalBytes = 256 * MiB;

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
  const large = files.find(({ size }) => size > maxFileBytes);
  if (large) throw tooLarge(large.path, maxFileBytes);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > maxTotalBytes) throw tooLarge('the project', maxTotalBytes);
  const root = await realpath(folder);
  const uploaded: UploadedFile[] = [];
  const yielding = new PeriodicYield();
  for (const { path } of files) {
    await yielding.tick();
    const stored = storedPath(path);
    const fault = pathFault(stored);
    if (fault) throw serviceError('INVALID_PAYLOAD', { reason: `Path ${JSON.stringify(path)} ${fault}` });
    // Synchronous, because most files are small and cached by the system.
    const bytes = readWithin(root, path, maxFileBytes);
    if (!bytes) throw tooLarge(path, maxFileBytes);
    uploaded.push(encoded(stored, bytes));
  }
  if (note !== undefined) uploaded.push({ path: notePath, content: note });
  return uploaded;
}

const tooLarge = (what: string, limit: number) =>
  serviceError('PAYLOAD_TOO_LARGE', { what: `The size of ${what}`, limit: sizeText(limit) });

/** Text stays text unless that is longer than base64: JSON writes a control character with six. */
function encoded(path: string, bytes: Buffer): UploadedFile {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  if (text !== undefined && Buffer.byteLength(JSON.stringify(text)) <= base64Length(bytes))
    return { path, content: text };
  return { path, content: bytes.toString('base64'), encoding: 'base64' };
}

/** Bytes of the content as JSON, with the field that names its encoding. */
const base64Length = ({ length }: Buffer) => Math.ceil(length / 3) * 4 + '"","encoding":"base64"'.length;
