import { serviceError } from '../../kernel/errors.ts';
import { checkUpload, decodeUpload, type UploadedFile, type UploadLimits } from './check-upload.ts';
import { openSnapshot } from './open-copy.ts';
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
      return openSnapshot(signal, new Map(files.map((file) => [file.path, decodeUpload(file)])));
    },
  };
}
