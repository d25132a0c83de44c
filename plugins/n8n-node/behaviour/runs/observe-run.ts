import { setImmediate } from 'node:timers/promises';
import type { INodeType } from 'n8n-workflow';
import type { CallSites } from '../engine/call-sites.ts';
import type { Engine } from '../engine/engine.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { Answering, SimulatedApi } from '../simulated/api.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import type { JoinedUrls } from '../simulated/joined-urls.ts';
import type { Outcomes } from '../simulated/outcomes.ts';
import type { SeededRandomness } from '../simulated/randomness.ts';
import { lettersOf, safeDecode } from '../simulated/request-text.ts';
import type { WatchedSignatures } from '../simulated/signatures.ts';
import type { SimulatedTime } from '../simulated/time.ts';
import { hasEnded } from '../trace/ending.ts';
import { isLogin } from '../trace/login-address.ts';
import { marksIn } from '../trace/marks.ts';
import { type TracedRequest, withoutQuery } from '../trace/request.ts';
import type { Run, Thrown } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import type { Hopeless } from './learn-answers.ts';
import { tracedRequest } from './traced-request.ts';
import type { TriedVariants } from './tried-variants.ts';
import { withoutRepeats } from './without-repeats.ts';

/** What every run needs. */
export interface Stage {
  engine: Engine;
  sites: CallSites;
  api: SimulatedApi;
  time: SimulatedTime;
  /** What begins anew with each run. */
  watches: {
    random: SeededRandomness;
    signatures: WatchedSignatures;
    joinedUrls: JoinedUrls;
  };
  credentials: SimulatedCredentials;
  /** Tells that a run begins: whoever watches this thread waits for the next one. */
  begins(): void;
  /** Operations of the same unit that could use no answer, by error. */
  hopeless: Hopeless;
  /** What was tried of other values of parameters in the same unit. */
  variants: TriedVariants;
  /** Values of lists that were loaded for operations of the same unit, by version and method. */
  lists: Map<string, readonly (string | number)[]>;
  /** The type of the node from scripts that are run again: what their modules keep is gone. */
  loadAnew(): INodeType;
  /** What the code of the package takes for success. */
  outcomes(): Outcomes;
  /** A thrown value with paths as the package knows them. */
  describe(error: unknown): Thrown;
  /** What is known of all runs of this process; whether the node has exchanged a secret for a token. */
  seen: { hasSentSecret: boolean; hasLoggedIn: boolean };
  /** Milliseconds of a processor for one run. */
  limit: number;
}

/** Runs a part of a node in the ways that are compared for its kind. */
export type Trace = (operation: PlannedOperation, type: INodeType, stage: Stage) => Promise<OperationTrace>;

/** Simulated time that one run may take. */
const simulatedLimit = 30 * 24 * 60 * 60 * 1000;

export interface RunOptions {
  kind: Run['kind'];
  /** Input items. */
  items: number;
  /** Number of the run, which its values carry. */
  number: number;
  /** Every request is answered, and recorded in runs of the kind `record`, unless it says otherwise. */
  answering: Omit<Answering, 'mode' | 'fails'> & Partial<Answering>;
  /** Milliseconds after the time at which runs begin. */
  later?: number;
  /** Address at which n8n listens. */
  webhook?: string;
  /** Told of the address and the body of each request, and of its response. */
  hear?(sent: string, response?: string, body?: string): void;
}

/**
 * Runs code of the package against the simulated API, and notes what it asked for.
 * @returns the run without its outputs, and what the code gave back, if it did
 */
export async function observeRun(
  { engine, sites, api, time, watches, credentials, begins, describe, seen, limit }: Stage,
  { kind, items, number, answering: how, later = 0, webhook, hear = () => {} }: RunOptions,
  work: () => Promise<unknown>,
): Promise<{ run: Run; result: unknown }> {
  begins();
  const answering: Answering = { mode: kind === 'record' ? 'record' : 'answer', fails: () => false, ...how };
  api.answer(answering);
  credentials.used = new Set();
  credentials.tokensLost.clear();
  engine.noticed();
  for (const watch of Object.values(watches)) watch.restart();
  sites.restart(kind === 'plain');
  let result: unknown;
  let thrown: unknown;
  let given: Run['given'];
  let sentAtEnd = 0;
  const noted = async () => {
    const made = await work();
    sentAtEnd = api.count();
    return made;
  };
  try {
    const ended = await time.until(() => Promise.race([api.within(noted), api.tooMany()]), {
      processor: limit,
      simulated: simulatedLimit,
      later,
    });
    if (ended === 'late') given = api.isOverrun() ? 'requests' : 'time';
    else if (ended === 'requests') given = 'requests';
    else result = ended;
  } catch (error) {
    thrown = error ?? new Error(String(error));
  }
  const sentMarks = new Set<string>();
  const taken = api.take();
  const mayLeave = kind === 'plain' && thrown === undefined && !given && sentAtEnd === 0;
  const left = mayLeave ? await leftIn(api, taken, number) : undefined;
  const requests = taken.map((one) => {
    const { hasLoggedIn } = seen;
    const of = {
      kind,
      number,
      later,
      webhook,
      credentials,
      sites,
      hasLoggedIn,
    };
    const { asked, marks, request } = tracedRequest(one, of);
    hear(asked, one.response, one.body);
    for (const mark of marks) sentMarks.add(mark);
    if (request.secrets.length > 0) seen.hasSentSecret = true;
    if (request.exposed?.length || isLogin(request)) seen.hasLoggedIn = true;
    return request;
  });
  const { reads, stacks } = sites;
  const error = thrown === undefined ? undefined : describe(thrown);
  const {
    refused,
    converted,
    log,
    logger,
    bodiesOfGet,
    getsResponse,
    readsHeaders,
    waits,
    responds,
    hints,
    lacks,
    isHostless,
    ignored,
  } = engine.noticed();
  const unsent = bodiesOfGet.flatMap(({ json }) => marksIn(json, number).marks).filter((mark) => !sentMarks.has(mark));
  const droppedBase = requests
    .map(({ url }) => watches.joinedUrls.bases.get(withoutQuery(url)))
    .find((base) => base !== undefined);
  const fieldsUnsent = notSent(
    bodiesOfGet.flatMap(({ fields }) => fields),
    requests,
  );
  const logged = credentials.secretsIn(log);
  const run: Run = {
    kind,
    ...(answering.mode === 'record' && { isRecorded: true }),
    items,
    ...(error && { thrown: error }),
    ...(given && { given }),
    requests: withoutRepeats(requests),
    ...(stacks.length > 0 && { sites: stacks }),
    ...(reads.length > 0 && { reads }),
    count: 0,
    refused: refused.map(({ kind: what, name, error: why }) => {
      const { message, stack } = describe(why);
      return { kind: what, name: name.slice(0, 200), message, stack };
    }),
    ...(converted.size > 0 && { converted: [...converted].slice(0, 5).map((name) => name.slice(0, most.name)) }),
    ...(credentials.tokensLost.size > 0 && { tokensLost: lostIn(credentials) }),
    ...(unsent.length > 0 && { lostInGet: [...new Set(unsent)].slice(0, 20) }),
    ...(fieldsUnsent.length > 0 && { fieldsLostInGet: fieldsUnsent }),
    ...(left && { left }),
    ...(droppedBase !== undefined && { droppedBase: droppedBase.slice(0, most.url) }),
    ...(getsResponse && { getsResponse }),
    ...(readsHeaders && { readsHeaders }),
    ...(waits && { waits }),
    ...(responds && { responds }),
    ...(hints && { hints }),
    ...(error && requests.length === 0 && lacks.length > 0 && { lacks: lackedOf(lacks, describe) }),
    ...(ignored.size > 0 && { ignoredOptions: [...ignored] }),
    ...(isHostless && requests.length === 0 && saysInvalid(error) && { isHostless }),
    credentials: [...credentials.used].map((name) => name.slice(0, 200)).slice(0, 20),
    changed: [],
    ...(logged.length > 0 && { logged, ...(logger && { loggedAt: describe(logger).stack }) }),
    secrets: error ? credentials.secretsIn(`${error.message}\n${error.description ?? ''}`.replace(clientId, '')) : [],
  };
  return { run, result };
}

/** Turns of the event loop in which code sends what it does not wait for. */
const turnsAfterEnd = 20;

/** The first request with values of items, of a run that had sent none when it ended. @param taken that were sent since then */
async function leftIn(
  api: SimulatedApi,
  taken: ReturnType<SimulatedApi['take']>,
  number: number,
): Promise<Run['left']> {
  for (let turn = 0; turn < turnsAfterEnd && taken.length + api.count() === 0; turn++) await setImmediate();
  const isOfItem = ({ url, body }: { url: string; body: string }) =>
    marksIn(`${safeDecode(url)}\n${body}`, number).marks.length > 0;
  const found = [...taken, ...api.take()].find(isOfItem);
  return found && { method: found.method.slice(0, 20), url: found.url.slice(0, most.url) };
}

/** Public, and part of an address that a user has to open: https://datatracker.ietf.org/doc/html/rfc6749#section-2.2 */
const clientId = /\bclient_id=[^&\s,;"']+/gi;

/** Whether an error is what n8n says of a URL without a host. */
const saysInvalid = (error: Run['thrown']): boolean => /invalid url/i.test(`${error?.message} ${error?.description}`);

/** The names of the fields whose values no address has. Any switch may have the same value: there, the name decides too. */
function notSent(fields: readonly (readonly [string, unknown])[], requests: readonly TracedRequest[]): string[] {
  const sent = requests.map(({ url }) => safeDecode(url)).join('\n');
  const words = lettersOf(sent);
  const isSent = ([name, value]: readonly [string, unknown]) =>
    sent.includes(String(value)) && (typeof value !== 'boolean' || words.includes(`${lettersOf(name)}${value}`));
  const lost = fields.filter((one) => isPlain(one[1]) && !isSent(one));
  return [...new Set(lost.map(([name]) => name))].filter((name) => name.length <= most.name).slice(0, 20);
}

const isPlain = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';

const lackedOf = (
  lacks: ReturnType<Engine['noticed']>['lacks'],
  describe: Stage['describe'],
): NonNullable<Run['lacks']> =>
  lacks.map(({ credential, field, reader }) => ({
    credential: credential.slice(0, most.name),
    field: field.slice(0, most.name),
    stack: describe(reader).stack,
  }));

const lostIn = ({ tokensLost }: SimulatedCredentials): NonNullable<Run['tokensLost']> =>
  [...tokensLost].slice(0, 5).map(([name, field]) => ({
    credential: name.slice(0, most.name),
    ...(field !== undefined && { field: field.slice(0, most.name) }),
  }));

/** What came of a run that came to its end. Not of one that is recorded: to look into its outputs would be recorded too. */
export const outcomeOf = (run: Run, outcome: () => Partial<Run>): Partial<Run> =>
  hasEnded(run) && !run.isRecorded ? outcome() : {};
