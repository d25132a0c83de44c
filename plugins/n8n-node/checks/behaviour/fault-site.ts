import { type RunOperation, withVariants } from '../../behaviour/run-package.ts';
import { addressOf, type TracedRequest } from '../../behaviour/trace/request.ts';
import type { Run } from '../../behaviour/trace/run.ts';
import { memoize } from '../../memoize.ts';
import type { Plain } from '../../model/parameters/plain.ts';

/** What an operation does wrong, and what of it tells where its code is. */
export interface Fault {
  what: string;
  /** What of it differs between operations, for the message: `"status"`. */
  detail?: string;
  /** How to fix it, where that is something else than usual. */
  fix?: string;
  /** Documentation of that, where it is another than usual. */
  docs?: string;
  /** Where it threw. */
  stack?: string;
  request?: TracedRequest | undefined;
  /** Parameter that it reads. */
  parameter?: string | undefined;
  /** The parameter in the description that it is about. */
  raw?: Plain | undefined;
}

/**
 * The frame of the code that has a fault, as in a stack: the innermost one that only the faulty operations run. What sends the
 * requests of other operations too is not what is wrong with these.
 */
export function siteOf(
  faulty: readonly { operation: RunOperation; fault: Fault }[],
  others: readonly RunOperation[],
): string | undefined {
  const [first] = faulty;
  const stack = first ? stackOf(first.operation, first.fault) : '';
  if (stack === '') return undefined;
  const known = others.map(framesOf);
  return stack.split('\n').find((frame) => known.every((frames) => !frames.has(frame)));
}

const plainRun = ({ trace }: RunOperation) => trace.runs.find(({ kind, sites }) => kind === 'plain' && sites);

/** The code that sent a request or read a parameter, as a stack; empty where that is not known. */
function stackOf(operation: RunOperation, { request, parameter }: Fault): string {
  const run = plainRun(operation);
  if (!run?.sites) return '';
  if (parameter !== undefined) return run.sites[readerOf(parameter, run) ?? -1] ?? '';
  // Other runs send the same from the same place.
  const site = request?.site ?? (request && run.requests.find((one) => addressOf(one) === addressOf(request))?.site);
  return run.sites[site ?? -1] ?? '';
}

/** Fields of a collection are read by their path, or with the collection as a whole. */
const readerOf = (parameter: string, { reads = [] }: Run): number | undefined =>
  reads.find(({ name }) => name === parameter || name.endsWith(`.${parameter}`))?.site;

/** What an operation runs, with any of its values. */
const framesOf = memoize(
  (operation: RunOperation): ReadonlySet<string> =>
    new Set(
      withVariants([operation]).flatMap((one) => plainRun(one)?.sites?.flatMap((stack) => stack.split('\n')) ?? []),
    ),
);
