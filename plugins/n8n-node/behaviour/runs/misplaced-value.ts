import type { INodeType } from 'n8n-workflow';
import { singularWordsOf } from '../../model/words.ts';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import type { Marking } from '../simulated/marking.ts';
import { hasEnded } from '../trace/ending.ts';
import { marksIn, parameterOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { type Again, type OneParameter, parametersOfKind } from './number-parameters.ts';
import { heard } from './one-run.ts';
import { type PlacedField, placedFields } from './request-fields.ts';

/** Number parameters of one operation that are looked at. */
const maxNumbers = 10;

/** What a node may use itself, or replace by a limit: how many entries it outputs, how long it waits. */
const ofNode =
  /limit|max|total|count|size|per_?page|rows|results|records|^(?:top|first|take)$|time|interval|delay|wait|retr|batch|concurr/i;

/** What may be counted in units of another number. */
const perPage = /page|batch|block|chunk|group|times|multipl|unit|per\b/i;

/** Number of the runs. */
const number = 9;

/** What requests have of parameters. */
interface Sent {
  fields: readonly PlacedField[];
  /** Names of the parameters whose values are anywhere. */
  arrived: ReadonlySet<string>;
  /** The parameter whose value a field has. */
  ownerOf(field: PlacedField): string | undefined;
  /** The field of a number that has the product of it and another one, and that one. */
  productFor(name: string): { key: string; factor: string } | undefined;
}

/** What is run: the order of the numbers, and a parameter without a value. */
interface Way {
  isReversed?: boolean;
  without?: string;
}

/**
 * The value of one parameter that is sent under the name of another one, whose own value is not sent: of numbers, and of texts
 * that may have to be numbers. Where the first has no value, the other one is not sent either: it is not replaced by the first.
 * @param run with all fields
 */
export async function misplacedValue(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, engine, again, run }: Again & { run: Run },
): Promise<OperationTrace['misplaced']> {
  // Fields without a text do not make a run with all fields.
  const wishes = { ...prepared.wishes, fields: 'all' as const };
  const numbers = parametersOfKind(prepared, engine, (one) => one.type === 'number').slice(0, maxNumbers);
  const lost = lostTexts(prepared.marking, run);
  if (numbers.length < 2 && lost.length < 2) return undefined;
  const { marking } = prepareNode(operation, type, wishes, engine);
  const forms = new Map([...wishes.forms, ...lost.map((name) => [name, 'number'] as const)]);
  const send = async ({ isReversed = false, without }: Way): Promise<Sent | undefined> => {
    const values = valuesFor(numbers, isReversed);
    const isField = marking.known.some((one) => one.name === without && one.isField);
    const top = numbers.flatMap(({ name, within, ofEntry }): [string, number | undefined][] =>
      within === undefined && !ofEntry ? [[name, values.get(name)]] : [],
    );
    const given = Object.fromEntries(top.filter(([, value]) => value !== undefined));
    const empty = without === undefined || isField ? {} : { [without]: without in given ? 0 : '' };
    const more = {
      forms,
      values: new Map([...(wishes.values ?? []), ...values]),
      ...(without !== undefined && { without: new Set([...wishes.without, without]) }),
    };
    const one = prepareNode(withValues(operation, { ...given, ...empty }), type, { ...wishes, ...more }, engine);
    return sentWith(one, values, again);
  };
  const first = await send({});
  if (!first) return undefined;
  for (const { name, property } of numbers.filter((one) => !first.arrived.has(one.name))) {
    const found = perPage.test(`${property.displayName} ${property.description}`) ? undefined : first.productFor(name);
    const again = found && (await send({ isReversed: true }));
    if (found && again?.productFor(name)?.factor === found.factor)
      return { name: found.factor.slice(0, most.name), key: found.key, lost: name.slice(0, most.name), isFactor: true };
  }
  const isOnly = (name: string) => marking.known.filter((one) => one.name === name).length === 1;
  const own = [...numbers.map(({ name }) => name).filter((name) => !ofNode.test(name)), ...lost];
  for (const name of own.filter((one) => !first.arrived.has(one) && isOnly(one))) {
    const field = first.fields.find((one) => isNamedAs(one, name));
    const sent = field && first.ownerOf(field);
    if (field === undefined || sent === undefined || !isOnly(sent) || hasWords(sent, name)) continue;
    const again = await send({ isReversed: true });
    const isSame = again?.fields.some((one) => isNamedAs(one, name) && again.ownerOf(one) === sent);
    const alone = await send({ without: sent });
    if (isSame && [again, alone].every((one) => one?.arrived.has(name) === false))
      return { name: sent.slice(0, most.name), key: nameOf(field), lost: name.slice(0, most.name) };
  }
  return undefined;
}

/** What an operation sends; undefined where it fails or sends nothing. */
async function sentWith(
  prepared: Prepared,
  values: ReadonlyMap<string, number>,
  again: Again['again'],
): Promise<Sent | undefined> {
  const { names } = prepared.marking;
  const { run, texts, bodies } = await heard((hear) => again(prepared, hear));
  if (!hasEnded(run) || run.requests.length === 0) return undefined;
  const marks = run.requests.flatMap((request) => request.marks);
  const text = texts.join('\n');
  const numbers = [...values].filter(([, value]) => new RegExp(`(?<![\\d.])${value}(?![\\d.])`).test(text));
  const fields = placedFields(
    run.requests.map(({ url }) => url),
    bodies,
  );
  return {
    fields,
    productFor(name) {
      const own = values.get(name) ?? 0;
      for (const field of fields.filter((one) => isNamedAs(one, name)))
        for (const [factor, value] of values)
          if (factor !== name && value > 1 && own > 1 && Number(field.value) === own * value)
            return { key: nameOf(field), factor };
      return undefined;
    },
    arrived: new Set([...numbers.map(([name]) => name), ...marks.map((mark) => names[parameterOf(mark)] ?? '')]),
    ownerOf({ value }) {
      const [name] = [...values].find(([, own]) => String(own) === value) ?? [];
      const [mark, ...others] = marksIn(value, number).marks;
      return name ?? (mark === undefined || others.length > 0 ? undefined : names[parameterOf(mark)]);
    },
  };
}

/** Names of texts whose values are in no request: code may take nothing but numbers. */
function lostTexts({ names, known }: Marking, { requests }: Run): string[] {
  const arrived = new Set(requests.flatMap(({ marks }) => marks.map((mark) => names[parameterOf(mark)])));
  const isText = (name: string) => known.some((one) => one.name === name && one.form === 'text');
  return [...new Set(names.filter((name) => !arrived.has(name) && isText(name)))];
}

/** A value for each number that no other one has, as far as its bounds allow. */
function valuesFor(numbers: readonly OneParameter[], isReversed: boolean): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [place, { name, property }] of numbers.entries()) {
    const at = isReversed ? maxNumbers - 1 - place : place;
    const { minValue = 0, maxValue = Number.POSITIVE_INFINITY } = property.typeOptions ?? {};
    const value = bases.map((base) => base + at).find((one) => one >= minValue && one <= maxValue);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}
const bases = [7310, 710, 70, 30, 10];

/** Whether a field is named as a parameter: `currentPage`, or `id` of `responsible_attorney`. */
function isNamedAs(field: PlacedField, name: string): boolean {
  const words = singularWordsOf(name).join();
  return [field.key, `${field.parent} ${field.key}`].some((one) => singularWordsOf(one).join() === words);
}

/** How a message names a field: not only `id`. */
const nameOf = ({ key, parent }: PlacedField): string =>
  (parent !== '' && singularWordsOf(key).length === 1 ? `${parent}.${key}` : key).slice(0, most.name);

/** Whether a name has all words of another one. */
function hasWords(name: string, other: string): boolean {
  const words = singularWordsOf(name);
  return singularWordsOf(other).every((word) => words.includes(word));
}
