/** Signatures of archives, programs and similar files: their first bytes. */
const signatures: readonly [kind: string, hex: string][] = [
  ['zip archive', '504b0304'],
  ['gzip archive', '1f8b08'],
  ['bzip2 archive', '425a68'],
  ['xz archive', 'fd377a585a00'],
  ['7-Zip archive', '377abcaf271c'],
  ['RAR archive', '526172211a07'],
  ['Zstandard archive', '28b52ffd'],
  ['Linux program', '7f454c46'],
  ['macOS program', 'cffaedfe'],
  ['macOS program', 'cefaedfe'],
  ['macOS program', 'cafebabe'],
  ['Windows program', '4d5a'],
  ['WebAssembly', '0061736d'],
  ['SQLite database', '53514c69746520666f726d6174'],
];

/** Bytes for the longest signature, which is that of tar. */
export const headLength = 512;

/** The kind of a file according to its first bytes; undefined for kinds that any package may contain. */
export function contentKind(head: Uint8Array): string | undefined {
  const hex = Buffer.from(head).toString('hex');
  const [kind] = signatures.find(([, start]) => hex.startsWith(start)) ?? [];
  if (kind === 'Windows program' && !looksLikePortableExecutable(head)) return undefined;
  if (kind) return kind;
  return Buffer.from(head).toString('latin1', 257, 262) === 'ustar' ? 'tar archive' : undefined;
}

/** Text may start with `MZ` too: the offset of the second header must be plausible. */
function looksLikePortableExecutable(head: Uint8Array): boolean {
  if (head.length < 64) return false;
  const offset = Buffer.from(head).readUInt32LE(60);
  return offset >= 64 && offset < 4096 && head.includes(0);
}

export const isArchive = (kind: string) => kind.endsWith(' archive');
export const isProgram = (kind: string) => kind.endsWith(' program');
