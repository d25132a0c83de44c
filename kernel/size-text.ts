const units = [
  ['MiB', 1024 * 1024],
  ['KiB', 1024],
] as const;

/** Returns `2 MiB`, `1.5 KiB`, or `2500 bytes` if a unit with one decimal would not be exact. */
export function sizeText(bytes: number): string {
  const unit = units.find(([, size]) => bytes >= size && Number.isInteger((bytes * 10) / size));
  return unit ? `${bytes / unit[1]} ${unit[0]}` : `${bytes} bytes`;
}
