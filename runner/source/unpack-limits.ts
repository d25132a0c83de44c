/** Limits for a tarball (SAFETY, "Unpacking"), enforced while it is read. */
export interface UnpackLimits {
  files: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files and extended headers; also the limit for the compressed tarball. */
  totalBytes: number;
  /** `package/./a` is taken for `package/a`, and of two files with one path the last, as npm takes them; refused unless given. */
  asNpm?: boolean;
}

const mebibyte = 1024 * 1024;

export const defaultUnpackLimits: UnpackLimits = {
  files: 20_000,
  fileBytes: 50 * mebibyte,
  totalBytes: 200 * mebibyte,
};
