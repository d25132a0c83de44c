import { addressOf, type TracedRequest } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';

/** The requests for the first page and those after it, which go to the same address; undefined if it writes something. */
export function pageRequests(
  { requests }: Run,
  isFirst: (request: TracedRequest) => boolean,
): TracedRequest[] | undefined {
  const at = requests.findIndex(isFirst);
  const first = requests[at];
  if (!first || requests.some(({ method }) => method !== 'GET')) return undefined;
  return requests.slice(at).filter((one) => addressOf(one) === addressOf(first));
}
