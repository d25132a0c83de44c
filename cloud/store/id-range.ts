const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const lowest = '00000000-0000-0000-0000-000000000000';
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The first and the last UUID that start with a text in lower case; undefined if none does. */
export function idRange(prefix: string): { first: string; last: string } | undefined {
  const first = `${prefix}${lowest.slice(prefix.length)}`;
  if (prefix === '' || !uuid.test(first)) return undefined;
  return { first, last: `${prefix}${highest.slice(prefix.length)}` };
}
