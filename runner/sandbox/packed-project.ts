import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { KeptOrder } from './order.ts';

/** What is worth handing to each child: a larger project, or one with anything but files, is shown to it instead. */
const most = { files: 1_000, bytes: 4 * 1024 * 1024 };

export interface PackedProject {
  files: KeptOrder['files'];
  /** Of all files, one after the other. */
  bytes: Uint8Array;
}

/** All files of a folder, to be given to a child that can't see it; undefined for what can't be handed over so. */
export function packProject(folder: string): PackedProject | undefined {
  const files: [path: string, size: number][] = [];
  const contents: Uint8Array[] = [];
  let sum = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || files.length === most.files) return undefined;
    const content = readFileSync(path);
    sum += content.length;
    if (sum > most.bytes) return undefined;
    files.push([relative(folder, path).split(sep).join('/'), content.length]);
    contents.push(content);
  }
  return { files, bytes: Buffer.concat(contents) };
}
