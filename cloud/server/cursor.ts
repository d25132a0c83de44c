import { invalidRequest } from './problem.ts';

/** Encodes the number of the last run of a page; opaque to callers. */
export function writeCursor(number: number): string {
  return Buffer.from(`run:${number}`).toString('base64url');
}

/** @throws {HttpError} INVALID_PAYLOAD */
export function readCursor(cursor: string): number {
  const number = /^run:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (number === undefined) throw invalidRequest([{ pointer: '#/cursor', detail: 'is not a cursor of this service' }]);
  return Number(number);
}
