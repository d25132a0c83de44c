import { filledInFor } from '../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../behaviour/run-package.ts';
import { hasEnded } from '../../behaviour/trace/ending.ts';
import { isLogin } from '../../behaviour/trace/login-address.ts';
import type { TracedRequest } from '../../behaviour/trace/request.ts';

/** Other operations with a path of their own, of which it is certain that the host alone is what their paths are added to. */
const fewest = 3;

/** What an operation does that no code handles; undefined where that is not proved. @param all operations of the node */
export function idleText(operation: RunOperation, all: readonly RunOperation[]): string | undefined {
  if (operation.kind !== 'execute') return undefined;
  if (operation.trace.isIdle)
    return all.some((one) => ownRequests(one).length > 0) ? 'it sends no request and reads no parameter' : undefined;
  return requestsHostAlone(operation, all) && !readsParameter(operation)
    ? 'it sends a request without a path, unlike all other operations, and reads no parameter'
    : undefined;
}

const ownRequests = ({ kind, run }: RunOperation): TracedRequest[] =>
  kind === 'execute' ? (run('plain')?.requests.filter((request) => !isLogin(request)) ?? []) : [];

/**
 * Whether all that it posts goes to a host without a path, and all requests of others have one there: its own was never set.
 * To read what is at the root may be what an operation is for.
 */
function requestsHostAlone(operation: RunOperation, all: readonly RunOperation[]): boolean {
  const plain = operation.run('plain');
  const [first, ...more] = ownRequests(operation);
  const host = /^(https?:\/\/[^/?]+)\/?$/.exec(first?.url ?? '')?.[1];
  if (host === undefined || first?.method !== 'POST' || !plain || !hasEnded(plain)) return false;
  if (!more.every(({ method, url }) => method === 'POST' && url === first.url)) return false;
  const others = all.filter((one) => one !== operation).flatMap((one) => ownRequests(one).slice(0, 1));
  const paths = new Set(others.map(({ url }) => url).filter((url) => url.startsWith(`${host}/`)));
  return paths.size >= fewest && others.every(({ url }) => url.replace(/\/$/, '') !== host);
}

/** Whether it may read one of the parameters that are shown for it. */
function readsParameter(operation: RunOperation): boolean {
  const { trace } = operation;
  if (trace.runs.some(({ requests }) => requests.some(({ marks, fields }) => marks.length > 0 || fields?.length)))
    return true;
  return filledInFor(operation).some((name) => !trace.unread?.includes(name));
}
