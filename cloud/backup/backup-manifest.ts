import Type, { type Static } from 'typebox';

/** The first file of a backup: its format, and the number and size of the files in `database/`. */
export const BackupManifest = Type.Object({
  format: Type.Literal('service-backup-1'),
  /** RFC 3339 */
  createdAt: Type.String(),
  files: Type.Integer(),
  bytes: Type.Integer(),
});
export type BackupManifest = Static<typeof BackupManifest>;

export const manifestFile = 'backup.json';
export const databaseFolder = 'database';
