import type { INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { usualShapes } from '../simulated/answers.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import { type Outcomes, outcomesIn } from '../simulated/outcomes.ts';
import { type KnownValues, markLeaves, newShape, recordLists, type Shape } from '../simulated/recorder.ts';
import type { Wishes } from '../simulated/values.ts';
import { noWishes, wishesAfter } from '../simulated/wishes.ts';
import { errorOutput, hasEnded } from '../trace/ending.ts';
import { isLogin, isLoginAddress } from '../trace/login-address.ts';
import { marksIn, parameterOf, withoutValues } from '../trace/marks.ts';
import type { Run } from '../trace/trace.ts';

/** What the simulated API answers with. */
export interface Answers {
  shapes: Map<string, Shape>;
  usual: Shape;
  /** What fields of answers are known to hold. */
  known?: KnownValues;
}

/** Values that a node takes, and answers that it understands, as far as any were found. */
export interface Learned {
  prepared: Prepared;
  answers: Answers;
  /** How it ran with them. */
  plain: Run;
  /** How it failed without optional fields, where nothing else was missing. */
  bare?: Run;
}

/** What `code` and its like say in APIs where it worked, times as numbers, and answers that are lists as a whole, files, looked at for being empty, compared with what was sent, or unique. */
const otherAnswers: readonly KnownValues[] = [
  { code: 0 },
  { code: 200 },
  { date: 1_768_471_200 },
  { hasLists: true },
  { isFile: true },
  { hasKeys: true },
  { isStored: true },
  { hasLinks: true },
  { isSingle: true },
];

/** The same, where fields are learned one after the other. */
const fieldWise: readonly KnownValues[] = [
  {},
  { hasNoLists: true },
  { isLinkedFile: true },
  { hasNoLists: true, isLinkedFile: true },
  { hasKeys: true },
];

/** Equal requests of a run after which it is taken to wait for a task. */
const manyPolls = 5;

/** What code may demand of texts. */
const otherTexts = ['url', 'number', 'date', 'email', 'json'] as const;

/** Values that are tried where a node refuses them. */
const maxAttempts = 12;
/** Selections of credentials that are tried. */
const maxSelections = 6;
/** Errors that say the same in a row, after which nothing else is tried. */
const maxRepeated = 3;

/** Operations of a node that could use no answer. */
export interface Hopeless {
  /** How many, by the error of the first try. */
  byError: Map<string, number>;
  /** How many there were one after the other. */
  inARow: number;
}

export const noneHopeless = (): Hopeless => ({ byError: new Map(), inARow: 0 });

/** As many of them after which others are not tried. */
const maxHopeless = { byError: 5, inARow: 12 };

/** Runs and requests after which nothing more is tried. */
const maxLearning = 200;
/** Requests of a run that no node sends for three items unless pages do not end for it. */
const maxPages = 100;
/** Times that recording is continued with what was learned. */
const maxFurther = 3;
/** Fields that are learned one after the other. */
const maxRounds = 12;

/** Everything that was read of answers. */
const sizeOf = ({ shapes }: Answers) => [...shapes.values()].reduce((sum, shape) => sum + fieldsIn(shape), 0);
const fieldsIn = ({ fields, element }: Shape): number =>
  [...fields.values(), ...(element ? [element] : [])].reduce((sum, inner) => sum + 1 + fieldsIn(inner), 0);

/** The fields that were read of answers. */
function readOf(fields: Outcomes['successes'], { shapes }: Answers): Map<string, string> {
  const names = new Set([...shapes.values()].flatMap(namesIn));
  return new Map([...fields].filter(([name]) => names.has(name)));
}
const namesIn = ({ fields, element }: Shape): string[] => [
  ...fields.keys(),
  ...[...fields.values(), ...(element ? [element] : [])].flatMap(namesIn),
];

/** Whether it ended before it asked the API for anything, by an error of its own. */
export const isRefusal = ({ thrown, requests, refused }: Run) =>
  thrown !== undefined && requests.length === 0 && refused.length === 0;

/** Whether it ended by an error after it had asked the API for something. */
const isUnusable = ({ thrown, requests, refused }: Run) =>
  thrown !== undefined && requests.length > 0 && refused.length === 0;

/** Whether it ended after a login alone, by an error that says nothing of it: it refuses values. */
const refusesAfterLogin = ({ thrown, requests }: Run) =>
  thrown !== undefined &&
  requests.length > 0 &&
  requests.every(isLogin) &&
  !/token|log.?in|auth|session|response|credential|cookie/i.test(thrown.message);

/** Whether a run with answers sent more than the one in which they were recorded, because that one failed. */
const getsFurther = (plain: Run, recorded: Run) =>
  isUnusable(recorded) && plain.requests.length > recorded.requests.length && (hasEnded(plain) || isUnusable(plain));

/** Whether it asked for page after page: what it takes for a list is none. */
const isEndless = ({ requests }: Run) => requests.length > maxPages;

/** Whether it asked for the same again and again, and did not get what it waited for. */
function isPolling({ requests, thrown, given }: Run): boolean {
  const polls = Map.groupBy(requests, ({ method, url }) => `${method} ${url}`);
  return (thrown !== undefined || given !== undefined) && [...polls.values()].some(({ length }) => length >= manyPolls);
}

/** Whether it ended by an error that says which status it got. */
const saysStatus = (run: Run) =>
  isUnusable(run) && /\bstat(?:us|e)\b.{0,20}\bcompleted\b/i.test(run.thrown?.message ?? '');

/** Whether it parsed an answer that n8n had parsed already. */
const isParsedObject = ({ thrown, requests }: Run) =>
  requests.length > 0 && thrown?.message === '"[object Object]" is not valid JSON';

/** What it ended by, without values. */
export const errorOf = ({ thrown }: Run) => withoutValues(thrown?.message ?? '');

/** The parameter with what an error says that the answer lacks: `No site with the ID "mk0p0r1" found` */
function soughtIn({ thrown }: Run): number | undefined {
  const message = thrown?.message ?? '';
  const [mark] = marksIn(message, Number.NaN).stale;
  const isAbsent = /\bnot found\b|\b(?:could|can)(?: ?not|n't) find\b|\bno\b.{0,60}\bfound\b|\bnot exist\b/i.test(
    message,
  );
  return mark !== undefined && isAbsent ? parameterOf(mark) : undefined;
}

/** The status that an error demands: `must be in draft status`, `must be paid (status: completed)`. */
function wantedStatus({ thrown }: Run): KnownValues | undefined {
  const [, text, rest = ''] = /\bmust be (?:in )?["'`]?([a-z][\w-]*)["'`]?(.*)/is.exec(thrown?.message ?? '') ?? [];
  const field = /\bstat(?:us|e)\b/i.exec(rest)?.[0].toLowerCase();
  return text === undefined || field === undefined ? undefined : { texts: new Map([[field, text]]) };
}

/**
 * Looks for values that a node takes, and for answers that it understands.
 * @param hopeless operations before it; changed
 * @param outcomes what the code of the package takes for success
 * @param wishes values to begin with
 * @param run runs it; in one that is recorded, answers write down what is read of them
 */
export async function learnAnswers(
  operation: PlannedOperation,
  {
    type,
    engine,
    credentials,
    hopeless = noneHopeless(),
    outcomes = () => outcomesIn([]),
    wishes: initially = noWishes,
  }: {
    type: INodeType;
    engine: Engine;
    credentials: SimulatedCredentials;
    hopeless?: Hopeless;
    outcomes?: () => Outcomes;
    wishes?: Wishes;
  },
  run: (prepared: Prepared, answers: Answers, kind: 'record' | 'plain') => Promise<Run>,
): Promise<Learned> {
  let sent = 0;
  /** Runs that output their errors: for what is learned, they throw them. */
  const originals = new Map<Run, Run>();
  const asRun = (learned: Learned): Learned => ({ ...learned, plain: originals.get(learned.plain) ?? learned.plain });
  const tried: typeof run = async (one, ...given) => {
    credentials.useSecretsOf(one.wishes.secret);
    const result = await run(one, ...given);
    sent += 1 + result.requests.length;
    const message = errorOutput(result);
    if (message === undefined) return result;
    const failed = { ...result, thrown: { name: 'Error', message, stack: '' } };
    originals.set(failed, result);
    return failed;
  };
  const isLate = () => sent > maxLearning;
  let wishes = initially;
  let prepared = prepareNode(operation, type, wishes, engine);
  /** What all further answers hold. */
  let settled: KnownValues = {};
  /** Records again, where what was read before without anything in it is a value. */
  const recordFurther = async (answers: Answers, known: KnownValues | undefined) => {
    const before = sizeOf(answers);
    for (const shape of answers.shapes.values()) markLeaves(shape);
    const recorded = await tried(prepared, { ...answers, ...(known && { known }) }, 'record');
    return { recorded, hasMore: sizeOf(answers) !== before };
  };
  const learn = async (given: KnownValues = {}): Promise<Learned> => {
    const known = { ...settled, ...given };
    const { hasLists: _, ...learned } = known;
    const answers: Answers = { shapes: new Map(), usual: newShape(), known: learned };
    let recorded = await recordLists(answers.shapes, () => tried(prepared, { ...answers, known }, 'record'));
    if (wishes !== initially && isRefusal(recorded)) return { prepared, answers, plain: recorded };
    let plain = await tried(prepared, answers, 'plain');
    // A token that has to be a text: what the node asks for with it was not recorded.
    for (let round = 0; round < maxFurther && getsFurther(plain, recorded) && !isLate(); round++) {
      const further = await recordFurther(answers, known);
      if (!further.hasMore) break;
      recorded = further.recorded;
      plain = await tried(prepared, answers, 'plain');
    }
    return { prepared, answers, plain };
  };
  /** One field after the other, where it demands that they are texts or numbers. */
  const learnFields = async ({ plain: failed }: Learned, known: KnownValues): Promise<Learned | undefined> => {
    const { answers } = await learn(known);
    let repeated = 1;
    let error = errorOf(failed);
    for (let round = 0; round < maxRounds && repeated < maxRepeated && !isLate(); round++) {
      const { hasMore } = await recordFurther(answers, answers.known);
      const plain = await tried(prepared, answers, 'plain');
      if (hasEnded(plain)) return { prepared, answers, plain };
      if (!hasMore) break;
      repeated = errorOf(plain) === error ? repeated + 1 : 1;
      error = errorOf(plain);
    }
    return undefined;
  };
  /** With other answers, where it does not understand those that were learned. */
  const understood = async (initially: Learned): Promise<Learned> => {
    let learned = initially;
    for (const ended of isPolling(learned.plain) || saysStatus(learned.plain) ? outcomes().statuses : []) {
      const answers = { ...learned.answers, known: { ...learned.answers.known, status: ended } };
      const plain = await tried(prepared, answers, 'plain');
      if (hasEnded(plain)) return { prepared, answers, plain };
    }
    if (isEndless(learned.plain)) {
      const answers = { ...learned.answers, known: { ...learned.answers.known, hasLists: true } };
      const plain = await tried(prepared, answers, 'plain');
      return hasEnded(plain) ? { prepared, answers, plain } : learned;
    }
    const wanted = isUnusable(learned.plain) ? wantedStatus(learned.plain) : undefined;
    if (wanted) {
      settled = wanted;
      const again = await learn();
      if (errorOf(again.plain) === errorOf(learned.plain)) settled = {};
      else learned = again;
    }
    if (!isUnusable(learned.plain)) return learned;
    const sought = soughtIn(learned.plain);
    for (const hasLists of sought === undefined ? [] : [false, true]) {
      const known: KnownValues = { ...(sought !== undefined && { sought }), ...(hasLists && { hasLists }) };
      const looked = await learn(known);
      if (looked.plain.given || errorOf(looked.plain) === errorOf(learned.plain)) continue;
      settled = { ...settled, ...known };
      learned = looked;
      if (!isUnusable(learned.plain)) return learned;
      break;
    }
    const { headers } = outcomes();
    const proved = headers.size > 0 ? await learn({ headers }) : undefined;
    const { plain: withProof } = proved ?? learned;
    if (proved && !withProof.given && errorOf(withProof) !== errorOf(learned.plain)) {
      settled = { ...settled, headers };
      learned = proved;
      if (!isUnusable(learned.plain)) return learned;
    }
    const texts = readOf(outcomes().successes, learned.answers);
    const told = texts.size > 0 ? await learn({ texts }) : undefined;
    if (told && hasEnded(told.plain)) return told;
    // A login still needs the answer that was learned.
    const shapes = new Map([...learned.answers.shapes].filter(([kind]) => isLoginAddress(kind)));
    for (const usual of usualShapes()) {
      if (isLate()) return learned;
      const answers = { shapes, usual };
      const plain = await tried(prepared, answers, 'plain');
      if (hasEnded(plain)) return { prepared, answers, plain };
      if (isParsedObject(plain)) learned = { ...learned, plain: { ...learned.plain, parsesObject: true } };
    }
    for (const known of otherAnswers) {
      if (isLate()) return learned;
      const again = await learn(known);
      if (hasEnded(again.plain)) return again;
    }
    for (const known of fieldWise) {
      const found = await learnFields(learned, known);
      if (found) return found;
    }
    return learned;
  };
  /** Whether other texts do not help either: code may make something of them that ours do not have. */
  const crashesAnyway = async (): Promise<boolean> => {
    const { names } = initial.prepared.marking;
    for (const form of otherTexts) {
      const other = { ...noWishes, forms: new Map(names.map((name) => [name, form] as const)) };
      const plain = await tried(prepareNode(operation, type, other, engine), initial.answers, 'plain');
      if (!isCrash(plain)) return false;
    }
    return true;
  };
  /** With another selection in a credential, which holds for all runs of the operation. */
  const withOtherSelection = async (refused: Learned): Promise<Learned> => {
    if (!isRefusal(refused.plain) || !/\bcredential/i.test(refused.plain.thrown?.message ?? '')) return refused;
    for (const selection of credentials.otherSelections().slice(0, maxSelections)) {
      const before = credentials.select(selection);
      const again = await learn();
      if (hasEnded(again.plain) || again.plain.requests.length > 0) return again;
      credentials.select(before);
    }
    return refused;
  };
  const initial = await withOtherSelection(await learn());
  const failure = isUnusable(initial.plain) ? errorOf(initial.plain) : undefined;
  const failed = (failure !== undefined && hopeless.byError.get(failure)) || 0;
  const isGivenUp = failed >= maxHopeless.byError || hopeless.inARow >= maxHopeless.inARow;
  if (failure !== undefined && isGivenUp) return asRun(initial);
  const isOfValues = refusesAfterLogin(initial.plain);
  const first = isOfValues ? initial : await understood(initial);
  let last = first;
  let repeated = 1;
  let judged = isOfValues ? undefined : errorOf(first.plain);
  /** Once for each error. */
  const understoodOnce = async (learned: Learned): Promise<Learned> => {
    if (errorOf(learned.plain) === judged) return learned;
    judged = errorOf(learned.plain);
    return understood(learned);
  };
  for (let attempt = 0; attempt < maxAttempts && repeated < maxRepeated && !isLate(); attempt++) {
    if (!last.plain.thrown) break;
    // What n8n does not find is not there, whatever form it has.
    const message = last.plain.refused.length > 0 ? '' : last.plain.thrown.message;
    const next = wishesAfter(message, prepared.marking, wishes);
    if (!next) break;
    wishes = next;
    prepared = prepareNode(operation, type, wishes, engine);
    const { plain: before } = last;
    last = await learn();
    // It takes the values, and may need other answers.
    if (isRefusal(before) && isUnusable(last.plain)) last = await understoodOnce(last);
    repeated = errorOf(last.plain) === errorOf(before) ? repeated + 1 : 1;
  }
  last = await understoodOnce(last);
  // The reason that is told is the one for the values that a user would see first.
  const isFound = last.plain.refused.length > 0 && first.plain.refused.length === 0;
  const found = (last.plain.thrown && !isFound) || last.plain.given ? first : last;
  credentials.useSecretsOf(found.prepared.wishes.secret);
  const isHopeless = failure !== undefined && isUnusable(found.plain);
  if (failure !== undefined) hopeless.byError.set(failure, isHopeless ? failed + 1 : 0);
  hopeless.inARow = isHopeless ? hopeless.inARow + 1 : 0;
  const needsFields =
    hasEnded(found.plain) &&
    !originals.has(initial.plain) &&
    isCrash(initial.plain) &&
    differsInFields(found.prepared.wishes);
  return needsFields && (await crashesAnyway()) ? { ...found, bare: { ...initial.plain, kind: 'bare' } } : asRun(found);
}

/** What JavaScript says where something is not there, which no author says to a user. */
const crash =
  /\b(?:Cannot (?:read properties of|destructure property|convert undefined or null)|is not iterable|Invalid time value)\b/;

const isCrash = (run: Run) => {
  const { message = '' } = run.thrown ?? {};
  return isRefusal(run) && crash.test(message) && withoutValues(message) === message;
};

const differsInFields = ({ fields, forms, file, secret }: Wishes) =>
  fields !== noWishes.fields && forms.size === 0 && file === noWishes.file && secret === noWishes.secret;
