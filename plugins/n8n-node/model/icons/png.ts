const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * The size of a PNG in pixels; undefined for other or truncated files.
 * Source: https://www.w3.org/TR/png-3/#5PNG-file-signature
 */
export function readPng(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < 45 || signature.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunk = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (chunk(12) !== 'IHDR' || chunk(bytes.length - 8) !== 'IEND') return undefined;
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  return width > 0 && height > 0 ? { width, height } : undefined;
}
