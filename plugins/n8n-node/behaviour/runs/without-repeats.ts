import { isFailed, type TracedRequest } from '../trace/request.ts';

/** Requests in a row, all the same, that are kept: no rule asks for more. */
const maxSame = 20;

/**
 * The requests of a run but for what it repeats after a failure: an operation that never gives up sends hundreds, and those of
 * a whole package would be more than a child can hand over.
 */
export function withoutRepeats(requests: readonly TracedRequest[]): TracedRequest[] {
  let same = 0;
  return requests.filter((request, at) => {
    const before = requests[at - 1];
    const isSame = isFailed(request) && request.digest === before?.digest && request.status === before.status;
    same = isSame ? same + 1 : 1;
    return same <= maxSame;
  });
}
