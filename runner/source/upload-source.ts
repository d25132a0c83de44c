import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serviceError } from '../../kernel/errors.ts';
import { checkUpload, decodeUpload, type UploadedFile, type UploadLimits } from './check-upload.ts';
import { openCopy } from './open-copy.ts';
import type { Source } from './source.ts';

export interface Upload {
  /** What to call the project until its manifest is known. */
  name: string;
  files: readonly UploadedFile[];
  limits?: UploadLimits;
}

/** A project that was sent as the files of a create-run request. Opening it fails with INVALID_PAYLOAD. */
export function uploadSource({ name, files, limits }: Upload): Source {
  return {
    mode: 'project',
    name,
    open: ({ signal }) => {
      const [fault] = checkUpload(files, limits);
      if (fault)
        return Promise.reject(serviceError('INVALID_PAYLOAD', { reason: `${fault.pointer}: ${fault.detail}` }));
      return openCopy(
        signal,
        (copy) =>
          copy.each(files, async (file) => {
            const target = join(copy.folder, file.path);
            await mkdir(dirname(target), { recursive: true });
            await writeFile(target, decodeUpload(file), { flag: 'wx' });
          }),
        files.reduce((sum, { content }) => sum + content.length, 0),
      );
    },
  };
}
