import { invalid } from './problem.ts';

/** Cursors are opaque to callers: the number of the last run of a page. */
export function writeCursor(number: number): string {
  return Buffer.from(`run:${number}`).toString('base64url');
}

/** @throws {HttpError} INVALID_PAYLOAD */
export function readCursor(cursor: string): number {
  const number = /^run:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (number === undefined) throw invalid([{ pointer: '#/cursor', detail: 'it is not one that this service gave' }]);
  return Number(number);
}
