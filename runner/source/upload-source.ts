import { serviceError } from '../../kernel/errors.ts';
import { notePath } from './above.ts';
import { checkUpload, decodeUpload, type UploadLimits } from './check-upload.ts';
import { openSnapshot } from './open-copy.ts';
import { sentFiles } from './sent-files.ts';
import { storedIn } from './snapshot.ts';
import type { Source } from './source.ts';
import type { UploadedFile } from './uploaded-file.ts';

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
      const snapshot = new Map(files.map((file) => [file.path, decodeUpload(file)]));
      return openSnapshot(signal, snapshot, sentFiles(storedIn(snapshot), snapshot.get(notePath)));
    },
  };
}
