/** Absolute caps on a tarball (SAFETY, "Unpacking"), counted while it streams. */
export interface UnpackLimits {
  files: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files and of the archive's own extended headers; and of the packed archive. */
  totalBytes: number;
}

const mebibyte = 1024 * 1024;

export const defaultUnpackLimits: UnpackLimits = {
  files: 20_000,
  fileBytes: 50 * mebibyte,
  totalBytes: 200 * mebibyte,
};
