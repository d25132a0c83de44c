import { gunzipSync, gzipSync } from 'node:zlib';
import type { LoadOutput, PackedLoadOutput } from './load-output.ts';

/** Bytes of the packed descriptions; the rest of the output adds a little. */
const packedLimit = 900_000;
/** Bytes after unpacking. */
const unpackedLimit = 64 * 1024 * 1024;

/**
 * Makes an output small enough to leave the child by omitting the largest descriptions.
 * @param output without descriptions
 * @param descriptions the JSON of each, without a line break
 */
export function packOutput(output: LoadOutput, descriptions: readonly Uint8Array[] = []): PackedLoadOutput {
  const head = Buffer.from(JSON.stringify(output));
  let kept = descriptions.toSorted((one, other) => one.length - other.length);
  for (;;) {
    const lines = [head, ...kept].flatMap((line) => [line, lineEnd]);
    const packed = gzipSync(Buffer.concat(lines), { level: 1 }).toString('base64');
    if (packed.length <= packedLimit || kept.length === 0) return { packed };
    // What fits if the compression ratio is uniform, minus a margin; always less than before.
    kept = within((kept.reduce((sum, { length }) => sum + length, 0) * packedLimit * 0.95) / packed.length, kept);
  }
}

function within(room: number, lines: readonly Uint8Array[]): Uint8Array[] {
  let size = 0;
  return lines.filter(({ length }) => {
    size += length;
    return size <= room;
  });
}

const lineEnd = Buffer.from('\n');

/**
 * @returns the output with its descriptions, not validated, and their number of characters
 * @throws {Error} for invalid base64, gzip or JSON, and when it is too large
 */
export function unpackOutput({ packed }: PackedLoadOutput): { output: unknown; size: number } {
  const text = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: unpackedLimit }).toString();
  const [output, ...descriptions] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => Object(JSON.parse(line)));
  const described = new Map(descriptions.map((description) => [description.index, description]));
  const files = Array.from(output.files, (file) => {
    const { index, node, credential } = Object(file);
    const found = described.get(index);
    return {
      ...Object(file),
      ...(node && found?.node && { node: found.node }),
      ...(credential && found?.credential && { credential: found.credential }),
    };
  });
  return { output: { ...output, files }, size: text.length };
}
