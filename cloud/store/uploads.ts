import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { guard } from '../../kernel/guard.ts';
import { UploadedFile } from '../../runner/source/uploaded-file.ts';
import type { Tables } from './tables.ts';

const uploadedFiles = guard(Type.Array(UploadedFile));

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Compresses an upload, given as JSON. Fast rather than small: it is deleted when the run ends. */
export async function packUpload(json: string): Promise<Uint8Array> {
  return compress(json, { level: 1 });
}

/** The uploaded files of a run that has not ended; undefined when it has none. */
export async function readUpload(db: Kysely<Tables>, runId: string): Promise<UploadedFile[] | undefined> {
  const row = await db.selectFrom('uploads').select('content').where('run_id', '=', runId).executeTakeFirst();
  if (!row) return undefined;
  const text = (await expand(row.content)).toString();
  return uploadedFiles.parse(JSON.parse(text));
}
