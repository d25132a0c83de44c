import { invalidRequest } from './problem.ts';

/**
 * Reads a page of a list, and the cursor of the next page if there is one.
 * @param list reads the newest entries whose number is lower than `before`
 * @throws {HttpError} INVALID_PAYLOAD
 */
export async function readPage<Entry extends { number: number }>(
  { limit, cursor }: { limit: number; cursor?: string },
  list: (wanted: { limit: number; before?: number }) => Promise<Entry[]>,
): Promise<{ page: Entry[]; next: string | undefined }> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const found = await list({ limit: limit + 1, before });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, next: found.length > limit && last ? writeCursor(last.number) : undefined };
}

/** Encodes the number of the last entry of a page; opaque to callers. */
function writeCursor(number: number): string {
  return Buffer.from(`run:${number}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const number = /^run:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (number === undefined) throw invalidRequest([{ pointer: '#/cursor', detail: 'is not a cursor of this service' }]);
  return Number(number);
}
