import { gunzipSync, gzipSync } from 'node:zlib';
import type { FileOutput, LoadOutput, PackedLoadOutput } from './load-output.ts';

/** Bytes that leave the child; it may say a little more than that in all. */
const packedLimit = 900_000;
/** Bytes of the JSON that is unpacked again. */
const unpackedLimit = 64 * 1024 * 1024;

/** Makes an output small enough to leave the child: the largest descriptions are left out first. */
export function packOutput({ files, standIns, starved = false }: LoadOutput): PackedLoadOutput {
  const kept = files.map((file) => entryOf(file));
  for (;;) {
    const json = `{"files":[${kept.map((entry) => entry.json).join(',')}],"standIns":${JSON.stringify(standIns)},"starved":${starved}}`;
    const packed = gzipSync(json, { level: 1 }).toString('base64');
    const largest = Math.max(0, ...kept.map(({ removable }) => removable));
    if (packed.length <= packedLimit || largest === 0) return { packed };
    // Half of the largest at a time, so that hundreds of nodes take few rounds.
    for (const [index, { file, removable }] of kept.entries()) {
      if (removable >= largest / 2 && removable > 0) kept[index] = { ...entryOf(undescribed(file)), removable: 0 };
    }
  }
}

function entryOf(file: FileOutput) {
  const json = JSON.stringify(file);
  return { file, json, removable: json.length };
}

function undescribed({ node, credential, ...file }: FileOutput): FileOutput {
  return {
    ...file,
    ...(node && { node: { name: node.name, versions: [], omitted: true } }),
    ...(credential && { credential: { ...credential, description: {}, omitted: true } }),
  };
}

/**
 * @throws {Error} for what is not base64 of gzip of JSON, or is far larger than it could be
 */
export function unpackOutput({ packed }: PackedLoadOutput): unknown {
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: unpackedLimit }).toString());
}
