import type { KnownValues } from '../simulated/recorder.ts';
import { isLogin } from '../trace/login-address.ts';
import { marksIn, parameterOf, withoutValues } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';

/** Equal requests of a run after which it is taken to wait for a task. */
const manyPolls = 5;
/** Requests of a run that no node sends for three items unless pages do not end for it. */
const maxPages = 100;

/** Whether it ended before it asked the API for anything, by an error of its own. */
export const isRefusal = ({ thrown, requests, refused }: Run) =>
  thrown !== undefined && requests.length === 0 && refused.length === 0;

/** Whether it ended by an error after it had asked the API for something. */
export const isUnusable = ({ thrown, requests, refused }: Run) =>
  thrown !== undefined && requests.length > 0 && refused.length === 0;

/** Whether it ended after a login alone, by an error that says nothing of it: it refuses values. */
export const refusesAfterLogin = ({ thrown, requests }: Run) =>
  thrown !== undefined &&
  requests.length > 0 &&
  requests.every(isLogin) &&
  !/token|log.?in|auth|session|response|credential|cookie/i.test(thrown.message);

/** Whether it asked for page after page: what it takes for a list is none. */
export const isEndless = ({ requests }: Run) => requests.length > maxPages;

/** Whether it asked for the same again and again, and did not get what it waited for. */
export function isPolling({ requests, thrown, given }: Run): boolean {
  const polls = Map.groupBy(requests, ({ method, url }) => `${method} ${url}`);
  return (thrown !== undefined || given !== undefined) && [...polls.values()].some(({ length }) => length >= manyPolls);
}

/** Whether it ended by an error that says which status it got. */
export const saysStatus = (run: Run) =>
  isUnusable(run) && /\bstat(?:us|e)\b.{0,20}\bcompleted\b/i.test(run.thrown?.message ?? '');

/** Whether it parsed an answer that n8n had parsed already. */
export const isParsedObject = ({ thrown, requests }: Run) =>
  requests.length > 0 && thrown?.message === '"[object Object]" is not valid JSON';

/** What it ended by, without values. */
export const errorOf = ({ thrown }: Run) => withoutValues(thrown?.message ?? '');

/** Whether an error says that something is not there. */
export const saysAbsent = (message: string): boolean =>
  /\bnot found\b|\b(?:could|can)(?: ?not|n't) find\b|\bno\b.{0,60}\bfound\b|\bnot exist\b/i.test(message);

/** Parameters that are tried where an error names none. */
const maxSought = 3;

/**
 * The parameters with what an error says that the answer lacks: `No site with the ID "mk0p0r1" found`. Where it names none,
 * those that no request has: what they name is looked for in the answer.
 * @param parameters how many there are
 */
export function soughtIn({ thrown, requests }: Run, parameters: number): number[] {
  const message = thrown?.message ?? '';
  if (!saysAbsent(message)) return [];
  const [mark] = marksIn(message, Number.NaN).stale;
  if (mark !== undefined) return [parameterOf(mark)];
  const sent = new Set(requests.flatMap(({ marks }) => marks.map(parameterOf)));
  return [...Array(parameters).keys()].filter((at) => !sent.has(at)).slice(0, maxSought);
}

/** The status that an error demands: `must be in draft status`, `must be paid (status: completed)`. */
export function wantedStatus({ thrown }: Run): KnownValues | undefined {
  const [, text, rest = ''] = /\bmust be (?:in )?["'`]?([a-z][\w-]*)["'`]?(.*)/is.exec(thrown?.message ?? '') ?? [];
  const field = /\bstat(?:us|e)\b/i.exec(rest)?.[0].toLowerCase();
  return text === undefined || field === undefined ? undefined : { texts: new Map([[field, text]]) };
}

/** What JavaScript says where something is not there, which no author says to a user. */
const crash =
  /\b(?:Cannot (?:read properties of|destructure property|convert undefined or null)|is not iterable|Invalid time value)\b/;

export const isCrash = (run: Run) => {
  const { message = '' } = run.thrown ?? {};
  return isRefusal(run) && crash.test(message) && withoutValues(message) === message;
};
