import { serviceError } from '../../kernel/errors.ts';
import { checkUpload, decodeUpload, type UploadLimits } from './check-upload.ts';
import { openSnapshot } from './open-copy.ts';
import { sentFiles } from './sent-files.ts';
import { storedIn } from './snapshot.ts';
import type { Source } from './source.ts';
import { notePath } from './stored-path.ts';
import type { UploadedFile } from './uploaded-file.ts';

export interface Upload {
  /** The name of the project until its manifest is read. */
  name: string;
  files: readonly UploadedFile[];
  limits?: UploadLimits;
}

/** A project from the files of a create-run request. Opening it fails with INVALID_PAYLOAD if they are invalid. */
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
