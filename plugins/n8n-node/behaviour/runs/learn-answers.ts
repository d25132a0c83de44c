import type { INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import type { ListedValues, Wishes } from '../simulated/marking.ts';
import { type Outcomes, outcomesIn } from '../simulated/outcomes.ts';
import { noWishes, parametersNamed, wishesAfter } from '../simulated/wishes.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import { AnswerTries, maxRepeated, type RunOnce } from './answer-tries.ts';
import type { Learned } from './learned.ts';
import { errorOf, isCrash, isRefusal, isUnusable, refusesAfterLogin } from './run-failures.ts';

/** What code may demand of texts. */
const otherTexts = ['url', 'number', 'date', 'email', 'json'] as const;

/** Values that are tried where a node refuses them. */
const maxAttempts = 12;
/** Selections of credentials that are tried. */
const maxSelections = 6;
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

/**
 * Looks for values that a node takes, and for answers that it understands.
 * @param hopeless operations before it; changed
 * @param outcomes what the code of the package takes for success
 * @param wishes values to begin with
 * @param listed gets what lists of the editor offer in place of what was refused
 * @param run runs it; in one that is recorded, answers write down what is read of them
 */
export async function learnAnswers(
  operation: PlannedOperation,
  {
    hopeless = noneHopeless(),
    outcomes = () => outcomesIn([]),
    wishes = noWishes,
    listed,
    ...around
  }: {
    type: INodeType;
    engine: Engine;
    credentials: SimulatedCredentials;
    hopeless?: Hopeless;
    outcomes?: () => Outcomes;
    wishes?: Wishes;
    listed?: (refused: Learned) => Promise<readonly ListedValues[]>;
  },
  run: RunOnce,
): Promise<Learned> {
  const { credentials } = around;
  const tries = new AnswerTries({ ...around, operation, outcomes, wishes }, run);
  const { schemeless, ...whole } = await withWholeAddress(await tries.learn(), tries, credentials);
  const selected = await withOtherSelection(whole, tries, credentials);
  const initial = listed && isRefusal(selected.plain) ? await withListed(selected, tries, listed) : selected;
  const failure = isUnusable(initial.plain) ? errorOf(initial.plain) : undefined;
  const failed = (failure !== undefined && hopeless.byError.get(failure)) || 0;
  const isGivenUp = failed >= maxHopeless.byError || hopeless.inARow >= maxHopeless.inARow;
  if (failure !== undefined && isGivenUp) return { ...tries.asRun(initial), ...(schemeless && { schemeless }) };
  const valued = await withOtherValues(initial, tries);
  const withFields = isRefusal(valued.plain) ? await withItemFields(initial, wishes, tries) : valued;
  const found = isRefusal(withFields.plain) ? await withObjects(initial, wishes, tries) : withFields;
  credentials.useSecretsOf(found.prepared.wishes.secret);
  const isHopeless = failure !== undefined && isUnusable(found.plain);
  if (failure !== undefined) hopeless.byError.set(failure, isHopeless ? failed + 1 : 0);
  hopeless.inARow = isHopeless ? hopeless.inARow + 1 : 0;
  const mayNeedFields = hasEnded(found.plain) && isCrash(initial.plain) && !tries.outputsErrors(initial.plain);
  const learned =
    mayNeedFields && differsInFields(found.prepared.wishes) && (await crashesAnyway(initial, tries))
      ? { ...found, bare: { ...initial.plain, kind: 'bare' as const } }
      : tries.asRun(found);
  return { ...learned, ...(schemeless && { schemeless }) };
}

/** What Node.js and axios say of a URL without a scheme. */
const ofAddress = /\binvalid url\b|\babsolute urls?\b|\bfailed to parse url\b/i;

/** With a scheme in the address that a credential holds, which holds for all runs of the operation. */
async function withWholeAddress(refused: Learned, tries: AnswerTries, credentials: SimulatedCredentials) {
  if (!isRefusal(refused.plain) || !ofAddress.test(refused.plain.thrown?.message ?? '')) return refused;
  for (const { isDefault, ...selection } of credentials.wholeAddresses().slice(0, maxSelections)) {
    const before = credentials.select(selection);
    const again = await tries.learn();
    const { credential, field } = selection;
    if (hasEnded(again.plain) || again.plain.requests.length > 0)
      return { ...again, ...(isDefault && { schemeless: { credential, field } }) };
    credentials.select(before);
  }
  return refused;
}

/** Rounds in which a node may ask for another field of its items. */
const maxItemRounds = 3;

/** With the fields of items that it reads, where it refuses all other values without those. */
async function withItemFields(refused: Learned, wishes: Wishes, tries: AnswerTries): Promise<Learned> {
  // A parameter may stand in for the field of its name.
  const isParameter = (name: string) => refused.prepared.type.description.properties.some((one) => one.name === name);
  let last = refused;
  const itemFields = new Set<string>();
  for (let round = 0; round < maxItemRounds; round++) {
    const more = (last.plain.itemFields ?? []).filter((name) => !isParameter(name) && !itemFields.has(name));
    if (!isRefusal(last.plain) || more.length === 0) break;
    for (const name of more) itemFields.add(name);
    tries.goOnWith({ ...wishes, itemFields: [...itemFields] });
    last = await tries.learn();
  }
  const getsFurther = () => hasEnded(last.plain) || last.plain.requests.length > 0;
  if (itemFields.size > 0 && /\b(?:array|list)\b/i.test(last.plain.thrown?.message ?? ''))
    for (const form of ['textList', 'jsonList'] as const) {
      if (getsFurther()) break;
      const forms = new Map([...wishes.forms, ...[...itemFields].map((name) => [name, form] as const)]);
      tries.goOnWith({ ...wishes, itemFields: [...itemFields], forms });
      last = await tries.learn();
    }
  return getsFurther() ? last : refused;
}

/** Parameters of JSON that are tried. */
const maxObjects = 4;

/** What an error says of a text that is no object. */
const wantsObject = /\bobject\b|\b(?:must be|not|no|expected)\b.{0,30}\bjson\b/i;

/** With an object in place of the text that users enter as JSON, which code may forget to parse. */
async function withObjects(refused: Learned, wishes: Wishes, tries: AnswerTries): Promise<Learned> {
  const { type, node } = refused.prepared;
  const message = refused.plain.thrown?.message ?? '';
  if (!wantsObject.test(message)) return refused;
  const ofJson = type.description.properties.filter((one) => one.type === 'json' && one.name in node.parameters);
  for (const name of [...new Set(ofJson.map((one) => one.name))].slice(0, maxObjects)) {
    tries.goOnWith({ ...wishes, object: name });
    const again = await tries.learn();
    if (hasEnded(again.plain) || (!isRefusal(again.plain) && again.plain.requests.length > 0))
      return { ...again, refusedJson: { name, message } };
  }
  return refused;
}

/** With another selection in a credential, which holds for all runs of the operation. */
async function withOtherSelection(
  refused: Learned,
  tries: AnswerTries,
  credentials: SimulatedCredentials,
): Promise<Learned> {
  if (!isRefusal(refused.plain) || !/\bcredential/i.test(refused.plain.thrown?.message ?? '')) return refused;
  for (const selection of credentials.otherSelections().slice(0, maxSelections)) {
    const before = credentials.select(selection);
    const again = await tries.learn();
    if (hasEnded(again.plain) || again.plain.requests.length > 0) return again;
    credentials.select(before);
  }
  return refused;
}

/** With what lists of the editor offer, where the operation then goes on, or refuses something else. */
async function withListed(
  refused: Learned,
  tries: AnswerTries,
  listed: (refused: Learned) => Promise<readonly ListedValues[]>,
): Promise<Learned> {
  const before = tries.wishes;
  for (const values of await listed(refused)) {
    tries.goOnWith({ ...before, listed: values });
    const again = await tries.learn();
    const named = parametersNamed(again.plain.thrown?.message ?? '', again.prepared.marking);
    const isOfOthers = named.length > 0 && !named.some((name) => values.has(name));
    if (hasEnded(again.plain) || again.plain.requests.length > 0 || isOfOthers) return again;
    tries.goOnWith(before);
  }
  return refused;
}

/** With the values that errors ask for, and answers that go with them. */
async function withOtherValues(initial: Learned, tries: AnswerTries): Promise<Learned> {
  const { message = '' } = initial.plain.thrown ?? {};
  const isOfValues = refusesAfterLogin(initial.plain) && parametersNamed(message, tries.prepared.marking).length > 0;
  const first = isOfValues ? initial : await tries.understood(initial);
  let last = first;
  let repeated = 1;
  let judged = isOfValues ? undefined : errorOf(first.plain);
  /** Once for each error. */
  const understoodOnce = async (learned: Learned): Promise<Learned> => {
    if (errorOf(learned.plain) === judged) return learned;
    judged = errorOf(learned.plain);
    return tries.understood(learned);
  };
  for (let attempt = 0; attempt < maxAttempts && repeated < maxRepeated && !tries.isLate; attempt++) {
    if (!last.plain.thrown) break;
    // What n8n does not find is not there, whatever form it has.
    const next = wishesAfter(
      last.plain.refused.length > 0 ? '' : saidBy(last.plain),
      tries.prepared.marking,
      tries.wishes,
    );
    if (!next) break;
    tries.goOnWith(next);
    const { plain: before } = last;
    last = await tries.learn();
    // It takes the values, and may need other answers.
    if (isRefusal(before) && isUnusable(last.plain)) last = await understoodOnce(last);
    repeated = errorOf(last.plain) === errorOf(before) ? repeated + 1 : 1;
  }
  last = await understoodOnce(last);
  // The reason that is told is the one for the values that a user would see first.
  const isFound = last.plain.refused.length > 0 && first.plain.refused.length === 0;
  return (last.plain.thrown && !isFound) || last.plain.given ? first : last;
}

/** What a node says of the values that it refuses: n8n shows the description of an error below its message. */
const saidBy = (run: Run): string =>
  [run.thrown?.message, isRefusal(run) && run.thrown?.description].filter(Boolean).join('\n');

/** Whether other texts do not help either: code may make something of them that ours do not have. */
async function crashesAnyway({ prepared, answers }: Learned, tries: AnswerTries): Promise<boolean> {
  const { names } = prepared.marking;
  for (const form of otherTexts) {
    const other = { ...noWishes, forms: new Map(names.map((name) => [name, form] as const)) };
    if (!isCrash(await tries.runWith(other, answers))) return false;
  }
  return true;
}

const differsInFields = ({ fields, forms, file, secret }: Wishes) =>
  fields !== noWishes.fields && forms.size === 0 && file === noWishes.file && secret === noWishes.secret;
