import { isVariant } from '../../../behaviour/run-package.ts';
import { haveSameDigests } from '../../../behaviour/trace/digest.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isLogin } from '../../../behaviour/trace/login-address.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';

export const pollRepeats = overOperations({
  code: 'behaviour-poll-repeats',
  title: 'Poll emits the same data again',
  severity: 'warning',
  why: 'n8n calls `poll` at an interval, and each emitted item starts the workflow: users get the same message at every poll.',
  fix: "Store the time or ID of the last item in `this.getWorkflowStaticData('node')`, and emit only newer items.",
  bad: 'async poll() {\n  const orders = await list();\n  return [this.helpers.returnJsonArray(orders)];\n}',
  good: "async poll() {\n  const seen = this.getWorkflowStaticData('node');\n  const orders = await list({ since: seen.since });\n  seen.since = new Date().toISOString();\n  return orders.length > 0 ? [this.helpers.returnJsonArray(orders)] : null;\n}",
  docs: docs.nodeMethods,
  kinds: ['poll'],
  fault(operation) {
    const { run } = operation;
    if (isVariant(operation) && everything.test(operation.change)) return undefined;
    const [first, second] = [run('plain'), run('again')];
    if (!first || !second || first.thrown || second.thrown || second.given) return undefined;
    if (operation.trace.repeatsOld && first.requests.every((request) => isLogin(request) || isRead(request)))
      return 'polled again with the same response, it emits entries again, in every order that the response may have';
    // A request that is another one each time may ask for what is newer, and one that does not only read may take what it gets
    // out of a queue. One item may be a state that is always told.
    const asked = first.requests.filter((request) => !isLogin(request));
    const isReading = asked.length > 0 && asked.every(isRead);
    const isSameRequest =
      isReading && haveSameDigests(first.requests, second.requests) && !sendsCursor(first, run('empty'));
    const isSameOutput = first.count > 1 && first.count === second.count;
    const [before = [], after = []] = [first.outputs?.flat(), second.outputs?.flat()];
    return isSameRequest && isSameOutput && haveSameDigests(before, after)
      ? `polled again with the same request and the same response, it emits the same ${first.count} items again`
      : undefined;
  },
});

/** Whether a poll sends what an earlier response had, unlike the very first one: the API then responds with what comes after it. */
function sendsCursor({ requests }: Run, initial: Run | undefined): boolean {
  const known = new Set(initial?.requests.flatMap(({ url }) => answeredIn(url)));
  return initial !== undefined && requests.some(({ url }) => answeredIn(url).some((value) => !known.has(value)));
}

/** Values in the query of a URL that were in a response. */
const answeredIn = (url: string): string[] =>
  [...(URL.parse(url)?.searchParams.values() ?? [])].filter((value) => /^v\d{1,3}$/.test(value));

/** What may be selected to get everything each time. */
const everything = /\b(?:all|any|every|each|always|current|snapshot|state|full)/i;

/** `GET`, or `POST` to an address that says so: `POST /orders/search` */
const isRead = ({ method, url }: Run['requests'][number]): boolean =>
  method === 'GET' || (method === 'POST' && /[/.](?:query|search|find)(?![a-z])/i.test(url));

export const pollEmpty = overOperations({
  code: 'behaviour-poll-empty',
  title: 'Poll starts the workflow without data',
  severity: 'warning',
  why: 'n8n starts the workflow with whatever `poll` returns, unless that is null. An empty list starts it at every poll, without an item.',
  fix: 'Return null when there is nothing new.',
  bad: 'return [this.helpers.returnJsonArray(orders)];',
  good: 'return orders.length > 0 ? [this.helpers.returnJsonArray(orders)] : null;',
  docs: docs.nodeMethods,
  kinds: ['poll'],
  fault({ run }) {
    const empty = run('empty');
    return empty && empty.count === 0 && empty.outputs?.length
      ? 'it returns an empty list instead of null when there is no data'
      : undefined;
  },
});

/** What is said of a trigger that is meant for the newest entry alone. */
const ofNewest = /latest|newest|most recent|\blast\b/i;

export const pollLoses = overOperations({
  code: 'behaviour-poll-loses',
  title: 'Poll emits only one of several new entries',
  severity: 'warning',
  why: 'Several entries may be new since the previous poll. This poll emits one of them, and treats the others as already emitted: they never start the workflow.',
  fix: 'Emit all entries that are newer than the stored time, or store the time of the entry that was emitted.',
  bad: 'const [order] = orders;\nseen.since = now;\nreturn [this.helpers.returnJsonArray(order)];',
  good: 'seen.since = now;\nreturn [this.helpers.returnJsonArray(orders)];',
  docs: docs.nodeMethods,
  kinds: ['poll'],
  fault: ({ trace, of: { description }, values }) =>
    trace.losesEntry &&
    !ofNewest.test(`${description['displayName']} ${description['description']} ${JSON.stringify(values)}`)
      ? 'it emits one of two new entries in a response, and never the other one'
      : undefined,
});

export const pollMisses = overOperations({
  code: 'behaviour-poll-misses',
  title: 'Poll never starts the workflow',
  severity: 'warning',
  why: 'Each poll should emit what is new since the previous poll. This one never emits: it asks for entries newer than the current time, or treats every poll as the first because it never stores a time. Reported as an error if its request shows it, or if it emits the data once a time is stored. A test in the editor hides this if `poll` returns sample data in manual mode.',
  fix: "Take the time before the request, store it in `this.getWorkflowStaticData('node')` even if nothing is new, and ask for what changed since the stored time.",
  bad: "async poll() {\n  const seen = this.getWorkflowStaticData('node');\n  const orders = await list({ since: seen.since ?? new Date().toISOString() });\n  if (orders.length === 0) return null;\n  seen.since = new Date().toISOString();\n  return [this.helpers.returnJsonArray(orders)];\n}",
  good: "async poll() {\n  const seen = this.getWorkflowStaticData('node');\n  const now = new Date().toISOString();\n  const orders = await list({ since: seen.since ?? now });\n  seen.since = now;\n  return orders.length > 0 ? [this.helpers.returnJsonArray(orders)] : null;\n}",
  docs: docs.nodeMethods,
  kinds: ['poll'],
  isGrave: ({ trace }) => trace.isAlwaysFirst !== true,
  fault({ run, trace }) {
    if (trace.unstored !== undefined)
      return `polls emit nothing although there is new data; they emit it if ${shown(trace.unstored)} is stored, but no poll stores it`;
    if (trace.isAlwaysFirst)
      return 'polls store and emit nothing although there is new data; the same data is emitted when tested in the editor';
    // What the very first poll asks for is another matter.
    const [first, next] = [run('empty'), run('plain')];
    if (!first || !next || !hasEnded(first) || !hasEnded(next) || first.requests.length === 0) return undefined;
    const [request] = next.requests;
    return request?.sinceNow === undefined
      ? undefined
      : `a poll an hour after the first one asks ${hostOf(request.url)} only for data newer than now (${shown(request.sinceNow)})`;
  },
});
