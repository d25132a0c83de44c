import type { RunRecord } from './api-types.ts';
import type { Cloud } from './cloud.ts';

/** URL of the page of a run; undefined if the cloud names none. */
export function webLink({ links }: RunRecord, { connection }: Cloud): string | undefined {
  const link = links?.web;
  return link !== undefined && URL.canParse(link, connection.baseUrl)
    ? new URL(link, connection.baseUrl).href
    : undefined;
}
