import { gunzipSync, gzipSync } from 'node:zlib';
import type { LoadOutput, PackedLoadOutput } from './load-output.ts';

/** Bytes that leave the child; it may say a little more than that in all. */
const packedLimit = 900_000;
/** Bytes of the JSON that is unpacked again. */
const unpackedLimit = 64 * 1024 * 1024;

/** Makes an output small enough to leave the child: the largest descriptions are left out first. */
export function packOutput({ files, standIns }: LoadOutput): PackedLoadOutput {
  const kept = files.map((file) => ({ file, size: JSON.stringify(file).length }));
  for (;;) {
    const output: LoadOutput = { files: kept.map(({ file }) => file), standIns };
    const packed = gzipSync(JSON.stringify(output)).toString('base64');
    const [largest] = [...kept].sort((a, b) => b.size - a.size);
    if (packed.length <= packedLimit || !largest || largest.size === 0) return { packed };
    // Half of the largest at a time, so that hundreds of nodes take few rounds.
    for (const entry of kept) {
      if (entry.size < largest.size / 2) continue;
      entry.size = 0;
      const { node, credential } = entry.file;
      if (node) entry.file = { ...entry.file, node: { name: node.name, versions: [], omitted: true } };
      if (credential) entry.file = { ...entry.file, credential: { ...credential, description: {}, omitted: true } };
    }
  }
}

/**
 * @throws {Error} for what is not base64 of gzip of JSON, or is far larger than it could be
 */
export function unpackOutput({ packed }: PackedLoadOutput): unknown {
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: unpackedLimit }).toString());
}
