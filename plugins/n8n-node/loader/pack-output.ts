import { gunzipSync, gzipSync } from 'node:zlib';
import type { LoadOutput, PackedLoadOutput } from './load-output.ts';

/** Bytes that leave the child; it may say a little more than that in all. */
const packedLimit = 900_000;
/** Bytes that are unpacked again. */
const unpackedLimit = 64 * 1024 * 1024;

/**
 * Makes an output small enough to leave the child: the largest descriptions are left out.
 * @param output without descriptions
 * @param descriptions the JSON of each, a line without its end; nobody looks into them here
 */
export function packOutput(output: LoadOutput, descriptions: readonly Uint8Array[] = []): PackedLoadOutput {
  const head = Buffer.from(JSON.stringify(output));
  let kept = descriptions.toSorted((one, other) => one.length - other.length);
  for (;;) {
    const lines = [head, ...kept].flatMap((line) => [line, lineEnd]);
    const packed = gzipSync(Buffer.concat(lines), { level: 1 }).toString('base64');
    if (packed.length <= packedLimit || kept.length === 0) return { packed };
    // As much as fits if it all packs alike, with some to spare: less than there was, in any case.
    kept = within((sizeOf(kept) * packedLimit * 0.95) / packed.length, kept);
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
const sizeOf = (lines: readonly Uint8Array[]) => lines.reduce((sum, { length }) => sum + length, 0);

/**
 * @returns the output with its descriptions, of which nothing is known yet, and the characters of them
 * @throws {Error} for what is not base64 of gzip of lines of JSON, or is far larger than it could be
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
