import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptOrder } from './order.ts';

/** What is worth handing to each child: a larger project is shown to it instead. */
const most = { files: 1_000, bytes: 4 * 1024 * 1024 };

export interface PackedProject {
  files: KeptOrder['files'];
  /** Of all files, one after the other. */
  bytes: Uint8Array;
}

/**
 * All files of a folder, to be given to a child that can't see it.
 * @returns undefined for what can't be handed over so: links, empty folders, too much
 * @throws {Error} when it can't be read
 */
export function packProject(folder: string): PackedProject | undefined {
  const paths = listFiles(folder);
  if (!paths) return undefined;
  const contents = paths.map((path) => readFileSync(join(folder, path)));
  return {
    files: paths.map((path, index) => [path, contents[index]?.length ?? 0]),
    bytes: Buffer.concat(contents),
  };
}

/** Relative, with `/`; no more of the folder is looked at than may be handed over. */
function listFiles(folder: string): string[] | undefined {
  const files: string[] = [];
  let bytes = 0;
  const folders = [''];
  for (const at of folders) {
    const entries = readdirSync(join(folder, at), { withFileTypes: true });
    if (entries.length === 0) return undefined;
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
      else return undefined;
      bytes += entry.isFile() ? statSync(join(folder, path)).size : 0;
      if (files.length + folders.length > most.files || bytes > most.bytes) return undefined;
    }
  }
  return files;
}
