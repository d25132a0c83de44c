import { itemsIn, namesParameter } from '../trace/marks.ts';
import { type Page, pageField, pages } from './page-fields.ts';
import { type KnownValues, newShape, outcomeNumber, plural, type Shape, usualNumber } from './recorder.ts';

/** How much of an answer is made up. */
const deepest = 12;

/** Whether nobody looked into it, and it is named like a list. */
const mayBeList = ({ kind, fields }: Shape, key: string): boolean =>
  kind === undefined && fields.size === 0 && (key === '' || plural.test(key));
/** Fields that nobody looked into, and that are handed on as a whole. */
const whole =
  /^(results?|data|items?|records?|body|payload|response|object|output|attributes|properties|fields|settings|config|meta|metadata|user|account|document|entity|details|info)$/i;

/** Where the addresses in answers lead. */
export const filesHost = 'https://files.example/';

/** The number of a page in what it holds itself; no entry has it. */
const ofPages = 900;

/** No entry has it: a number of an entry has more than one digit. */
const firstId = 100;

/** A plausible value of a field, by its name. @param echo what is given back of the request; may be empty */
export function leafOf(
  key: string,
  kind: Shape['kind'],
  {
    echo,
    entry,
    address,
    code,
    texts,
    trues,
    date = '2026-01-15T10:00:00.000Z',
    inMilliseconds = false,
    status = 'completed',
    hasNumbers = false,
    hasNumericIds = false,
    soughtValue,
  }: KnownValues & { echo: string; entry: number; soughtValue?: string | undefined },
): unknown {
  const value = soughtValue ?? `${echo}v${entry}`;
  const text = texts?.get(key);
  if (text !== undefined) return text;
  const number = outcomeNumber(key, code);
  if (number !== undefined) return number;
  if (hasNumericIds && /^_?(?:id|ID)$|_id$|[a-z]I[dD]$/.test(key)) return firstId + entry;
  // What is put into a message looks like a text.
  if (hasNumbers && (kind !== 'text' || /id$/i.test(key)) && /^\d+$/.test(value)) return Number(value);
  if (kind === 'number' && /(_at|At)$/.test(key)) return date;
  if (
    kind === 'number' &&
    /(time|Time|date|Date|timestamp|[cC]reated|[uU]pdated|[mM]odified|[pP]ublished|[rR]eceived|_utc)$|^ts$|_ts$/.test(
      key,
    )
  )
    return epochOf(date, inMilliseconds);
  if (kind === 'number' || /(count|total|amount|size|number|price|quantity|duration|progress|percent)$/i.test(key))
    return usualNumber(key);
  if (
    trues?.has(key) ||
    /^(is|has|can|should)[A-Z_]|^(success|ok|done|completed?|active|enabled|valid|ready|finished|required)$/.test(key)
  )
    return true;
  if (namesStatus(key)) return status;
  if (address !== undefined && /url|uri|href|link|callback|endpoint|target|address|^hook$/i.test(key)) return address;
  if (/(url|uri|href|link|endpoint)$/i.test(key)) return `${filesHost}${key}/${echo}v${entry}`;
  if (
    /(date|time|Date|Time|_at|At|created|updated|[mM]odified|[pP]ublished|received|timestamp|Timestamp|[a-z]On|_on)$/.test(
      key,
    )
  )
    return date;
  if (/e_?mail$/i.test(key)) return `${value}@mail.example`;
  if (key === 'did') return `did:plc:${echo}v${entry}`;
  if (key === 'handle') return 'someone.example';
  // Of a function that a model wants to be called: https://platform.openai.com/docs/guides/function-calling
  if (key === 'arguments') return '{}';
  return value;
}

/** The time of an entry, where they have times of their own. */
function dateOf(entry: number, { order, date = '2026-01-15T10:00:00.000Z' }: KnownValues): string {
  const before = order === 'newest first' ? entry : -entry;
  return new Date(Date.parse(String(date)) - before * minute).toISOString();
}

const minute = 60_000;

/** A time as a number. */
function epochOf(date: string | number, inMilliseconds: boolean): number {
  if (typeof date === 'number') return date;
  return Date.parse(date) / (inMilliseconds ? 1 : 1000);
}

/** Entries of a list, for which the request does not say how many it is to have. */
const usualSize = 2;

/** Where in an answer something is. */
interface Place {
  /** The entry of a list that it belongs to, from 1. */
  entry: number;
  /** Whether it is one itself. */
  isEntry?: boolean;
  /** Whether it is one, or in one. */
  isInEntry?: boolean;
  /** What that entry is looked for by. */
  sought?: string | undefined;
}

/**
 * An answer of a shape.
 * @param isFirst the page after the first has lists without entries
 * @param size entries of the outermost lists
 * @param page which of several pages it is
 */
export function answerOf(
  shape: Shape,
  echo: string,
  {
    isFirst,
    size = usualSize,
    page,
    ...known
  }: KnownValues & { isFirst: boolean; size?: number; page?: Page | undefined },
): unknown {
  const sought = soughtFor(echo, known);
  // Code may go on after the last entry of a page.
  const before = page ? (page.number - 1) * size : 0;
  if (page) known.date ??= `2026-01-${14 - page.number}T10:00:00.000Z`;
  const make = (one: Shape, key: string, depth: number, place: Place): unknown => {
    const { entry, isEntry = false, isInEntry = false, sought: own } = place;
    const inner = { entry, isInEntry, sought: own };
    if (one.kind === 'none') return /^has[A-Z]/.test(key) ? false : [];
    const mayBe = known.hasLists && !(known.isObject && depth === 0) && mayBeList(one, key) && !isEntry;
    if (one.kind === 'list' || one.element || mayBe) {
      const element = one.element ?? newShape();
      const looked = isInEntry ? [] : sought;
      const isInner = isInEntry || depth > 2;
      const usual = isInner ? 2 : page?.number === pages ? page.lastEntries : size;
      // A page is as long as the request asks for.
      const isSingle = known.isSingle && (isInner || !known.isFull || size === usualSize);
      const length = Math.max(isSingle ? 1 : usual, looked.length);
      const entries = known.isNewer ? [3, 4] : [...Array(length).keys()].map((at) => at + 1 + before);
      const placeOf = (number: number, at: number): Place => ({
        entry: number,
        isEntry: true,
        isInEntry: true,
        sought: looked[at],
      });
      return isFirst ? entries.map((number, at) => make(element, '', depth + 1, placeOf(number, at))) : [];
    }
    const trace = (fields: unknown[][]) => Object.fromEntries(withTrace(fields, { echo, entry, sought: own }));
    if (one.fields.size > 0 && depth < deepest) {
      const fields = [...one.fields].map(([name, shape]) => {
        const paged =
          page && !isEntry
            ? pageField(
                { name, within: key, shape },
                { ...page, size, next: known.next, isBareAtEnd: known.isBareAtEnd === true && !isInEntry },
              )
            : undefined;
        return [name, paged ? paged.value : make(shape, name, depth + 1, inner)];
      });
      return depth === 0 || key === '' ? trace(fields) : Object.fromEntries(fields);
    }
    if (one.kind === undefined && key === '') return trace([]);
    if (one.kind === undefined && whole.test(key) && !known.texts?.has(key) && !known.trues?.has(key)) return trace([]);
    const date = known.order && { date: dateOf(entry, known) };
    return leafOf(key, one.kind, { ...known, echo, entry, soughtValue: own, ...date });
  };
  // What a page itself holds is no entry's, and another one's for each page: code may take it for a cursor.
  return make(shape, '', 0, { entry: page ? Math.min(ofPages + page.number, 999) : 1 });
}

/** What entries are looked for by: an answer to a request that names one has that one, to one for some items theirs. */
function soughtFor(echo: string, { sought, soughtValues = [] }: KnownValues): readonly string[] {
  if (sought === undefined || echo === '') return soughtValues;
  if (namesParameter(echo, sought)) return [];
  const items = new Set(itemsIn(echo));
  return soughtValues.filter((value) => itemsIn(value).some((item) => items.has(item)));
}

/** An answer with what was sent in the fields of the same names, whatever it is wrapped in. */
export function withSent(made: unknown, sent: object): unknown {
  if (Array.isArray(made)) return made.map((one) => withSent(one, sent));
  if (typeof made !== 'object' || made === null) return made;
  const fieldOf = (key: string, value: unknown): unknown => {
    if (!Object.hasOwn(sent, key)) return withSent(value, sent);
    const own: unknown = Reflect.get(sent, key);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? withSent(value, Object(own)) : own;
  };
  return Object.fromEntries(Object.entries(made).map(([key, value]) => [key, fieldOf(key, value)]));
}

/** Whether an answer is a list with so many entries, or has one. */
export function isFullPage(answer: unknown, size: number): boolean {
  if (Array.isArray(answer)) return answer.length === size;
  return Object.values(Object(answer)).some((field) => Array.isArray(field) && field.length === size);
}

/** Entries of the longest list that an answer is, or has. */
export function entriesIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  return typeof answer === 'object' && answer !== null ? Math.max(0, ...Object.values(answer).map(entriesIn)) : 0;
}

/** Whether nothing is read of an answer but a list. @param hasLists see `KnownValues` */
export function holdsOnlyList({ kind, element, fields, hasAbsent }: Shape, hasLists = false): boolean {
  if (hasAbsent) return false;
  if (kind === 'list' || element) return true;
  const [field, ...others] = fields;
  if (!field) return false;
  const [key, inner] = field;
  return others.length === 0 && ((hasLists && mayBeList(inner, key)) || holdsOnlyList(inner, hasLists));
}

/** Something by which it can be told what it is the answer to, in every object of a list and at the top. */
function withTrace(
  fields: unknown[][],
  { echo, entry, sought }: { echo: string; entry: number; sought: string | undefined },
): [string, unknown][] {
  const named = fields.flatMap(([name, value]) =>
    typeof name === 'string' ? [[name, value] as [string, unknown]] : [],
  );
  const has = (key: string) => named.some(([name]) => name === key);
  return [
    ...(has('id') ? [] : [['id', sought ?? `${echo}v${entry}`] as [string, unknown]]),
    ...(has('name') ? [] : [['name', sought ?? `${echo}name${entry}`] as [string, unknown]]),
    ...named,
  ];
}

/** Shapes that many APIs answer with, for where nothing was learned. */
export function usualShapes(): Shape[] {
  const entry = (): Shape => newShape();
  const list = (): Shape => ({ kind: 'list', fields: new Map(), element: entry() });
  return [
    newShape(),
    list(),
    { fields: new Map(['data', 'items', 'results'].map((key) => [key, list()])) },
    {
      fields: new Map([
        ['data', newShape()],
        ['result', newShape()],
      ]),
    },
  ];
}

/** Whether a field says in which state something is. */
export const namesStatus = (key: string): boolean =>
  /^(status|state)$/i.test(key) || /_(status|state)$|[a-z](Status|State)$/.test(key);
