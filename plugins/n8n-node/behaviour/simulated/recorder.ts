import { replaceMarks } from '../trace/marks.ts';

/** What code read of a value that is not there: its fields, and what it took them for; `none` is an empty list, or no. */
export interface Shape {
  kind?: 'list' | 'text' | 'number' | 'none';
  fields: Map<string, Shape>;
  element?: Shape;
  /** Whether only its name, or its length, says that it is a list. */
  isGuess?: boolean;
  /** Whether it was read before, and nothing in it: it is a value. */
  isLeaf?: boolean;
  /** Whether code asked if the answer itself is a list. */
  isAsked?: boolean;
  /** Whether something was read that answers do not have, such as the address of the next page. */
  hasAbsent?: boolean;
  /** Whether that would lead to a next page. */
  hasNext?: boolean;
}

/** What a field holds that leads to the next page. */
export type NextAs = 'offset' | 'number' | 'cursor' | 'address';

/** What fields are to hold that have a name of that kind. */
export interface KnownValues {
  /** Of an address. */
  address?: string;
  /** Of fields that say whether it worked: see `outcomeNumber`. */
  code?: number | undefined;
  /** Of a time: as ISO 8601, or seconds since 1970. */
  date?: string | number;
  /** Times that are numbers have milliseconds, as those that were sent. */
  inMilliseconds?: boolean;
  /** Requests that read are answered with a file. */
  isFile?: boolean;
  /** What is read from an address of an earlier answer is a file. */
  isLinkedFile?: boolean;
  /** Answers of which no fields were read are bytes that are no text. */
  isBytes?: boolean;
  /** Of fields by name. */
  texts?: ReadonlyMap<string, string>;
  /** Fields that are true. */
  trues?: ReadonlySet<string>;
  /** What only the answers to one kind of request hold. */
  at?: { kind: string; known: KnownValues };
  /** What is handed on as a whole and may be a list is one: the answer itself, and fields with plural names. */
  hasLists?: boolean;
  /** What is recorded is a list wherever code asks whether it is one. */
  hasAskedLists?: boolean;
  /** The answer itself is no such list. */
  isObject?: boolean;
  /** What only its name says to be a list is none. */
  hasNoLists?: boolean;
  /** Entries of lists are others than usual. */
  isNewer?: boolean;
  /** Entries of lists have times of their own: the first entry is the newest one, or the last. */
  order?: 'newest first' | 'oldest first';
  /** Lists have a single entry. */
  isSingle?: boolean;
  /** Lists have as many entries as the request asks for: pages are full. */
  isFull?: boolean;
  /** Pages have one entry more than is asked for. */
  isLonger?: boolean;
  /** Answers have the fields that were sent before, as of something that was stored, and to what stores it no others. */
  isStored?: boolean;
  /** Fields of answers have what was sent in fields of their names. */
  isRepeated?: boolean;
  /** What is recorded has fields before one is read: it does not look empty. */
  hasKeys?: boolean;
  /** What is recorded has what leads to other pages; else nodes follow it there. */
  hasLinks?: boolean;
  /** What fields say that have a status. */
  status?: string;
  /** Answers have more pages: see `pageField`. */
  hasMore?: boolean;
  /** The last page has nothing in fields that are no list, whatever their names. */
  isBareAtEnd?: boolean;
  /** What of these answers leads to the next page, whatever its name. */
  next?: NextAs;
  /** Headers of answers, by name; several values are sent one after the other. */
  headers?: ReadonlyMap<string, string | readonly string[]>;
  /** The parameter whose value entries of lists are looked for by. */
  sought?: number;
  /** It is a number in the answer. */
  hasNumbers?: boolean;
  /** Identifiers of entries are numbers. */
  hasNumericIds?: boolean;
  /** Its value for each item of the run: what the texts of as many entries are. */
  soughtValues?: readonly string[];
  /** Answers are documents of JSON:API, with one resource or with a list of them. */
  resources?: 'one' | 'many';
}

export const newShape = (): Shape => ({ fields: new Map() });

/** The shape of an answer before anything is read of it: https://jsonapi.org/format/#document-top-level */
export function initialShape({ resources }: KnownValues = {}): Shape {
  if (resources === undefined) return newShape();
  const leaf = (): Shape => ({ isLeaf: true, fields: new Map() });
  const resource = (): Shape => ({
    fields: new Map([
      ['type', leaf()],
      ['id', leaf()],
      ['attributes', newShape()],
    ]),
  });
  const list = (): Shape => ({ kind: 'list', fields: new Map(), element: resource() });
  return {
    fields: new Map([
      ['data', resources === 'many' ? list() : resource()],
      ['included', list()],
    ]),
  };
}

/** Fields that lead to a next page. */
export const leadsOn =
  /^(next(_?(page|results?|records?|batch))?(_?(ur[il]|link|href|cursor|token|offset|number|index|key|start|marker))?|.*(has|is)_?more.*|more|.*cursor\w*|.*continuation.*|page_?token|last_?key|(last_?)?evaluated_?key|hasNextPage|_?links|offset|pagination)$/i;

/** Fields of errors, of what is gone, and those that make n8n take it for an item. */
const ofOther =
  /^(err|errors?|fault|exception|error_?(message|messages|code|codes|description|type)|json|binary|pairedItem|retry_?after|(is_?)?(closed|deleted|archived|disabled|trashed|removed|revoked|expired)|(deleted|archived)_?at)$/i;

/** Whether an answer had better say nothing of a field. */
export const isUnsaid = (key: string): boolean => leadsOn.test(key) || ofOther.test(key);

/** What leads to other pages, in HAL and elsewhere: https://datatracker.ietf.org/doc/html/draft-kelly-json-hal#name-_links */
const links = /^(_?links|pagination|paging)$/i;

const ofLists = new Set(
  'map forEach filter find findIndex reduce some every push flatMap sort join reverse shift pop splice flat unshift'.split(
    ' ',
  ),
);
const ofTexts = new Set(
  'split trim toLowerCase toUpperCase startsWith endsWith replace replaceAll match substring substr charAt padStart padEnd localeCompare trimEnd trimStart normalize charCodeAt'.split(
    ' ',
  ),
);
const ofEither = new Set(['slice', 'includes', 'indexOf', 'concat', 'at', 'entries', 'keys', 'values', 'lastIndexOf']);
const deepest = 12;
const text = 'v1';

/** What is done where code asks whether they are lists: whether they may be one. */
const recorders = new WeakMap<object, () => boolean>();

/** Whether a value was made up, and says nothing of the code that hands it on. */
export const isRecorder = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && recorders.has(value);

/** Whether a value was made up and may be a list, and takes it for one from now on. */
export function isRecordedList(value: unknown): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && (recorders.get(value)?.() ?? false);
}

/** Lists of what went wrong, which are empty where nothing did. */
const faults = /\wErrors$/;
/** Names of lists: no `status`, no `address`. */
export const plural =
  /^(?!.*(status|address|success|class|progress|access|details|settings|properties|attributes)$)(\w*[a-rt-z]s|\w+List|data|included)$/i;

/** Numbers of errors, which say 0 where there is none. */
const errorNumber = /^(?:err_?code|err(?:or)?_?(?:id|no|num|number))$/i;
/** Fields by which APIs tell whether it worked, each by another value. */
const outcome = /^(error|code|ret|ret_?code|status|status_?code|result_?code|state)$/i;

/** `access_token`, `sessionToken`: a text. */
const namedToken = /[a-z]_?token$/i;

/** Seconds that a token is valid, which code adds to a time: https://datatracker.ietf.org/doc/html/rfc6749#section-5.1 */
const lifetime = { field: /^expires_?in$/i, seconds: 3600 };

/** The number that a field says if it worked; undefined where it is no such field. @param code of those that differ */
export function outcomeNumber(key: string, code: number | undefined): number | undefined {
  if (errorNumber.test(key)) return 0;
  if (lifetime.field.test(key)) return lifetime.seconds;
  return outcome.test(key) ? code : undefined;
}

/** A number that a field has: what is in progress is over. */
export const usualNumber = (key: string): number => (/progress$|^percent(?:age)?$/i.test(key) ? 100 : 1);

/** Values within an answer: libraries that copy all of what they get would read each of them in the others. */
const maxValues = 5000;

/** Where in an answer a recorded value is. */
interface RecordedPlace {
  depth?: number;
  name?: string;
  /** Values that may be read of the answer from now on; changed. */
  left?: { values: number };
}

/**
 * A value that anything may be read from, which is written down in its shape.
 * @param known what fields hold that are named like an address, or say whether it worked; whether lists have entries
 */
export function recorder(
  shape: Shape,
  known: Pick<
    KnownValues,
    | 'address'
    | 'code'
    | 'hasLists'
    | 'hasAskedLists'
    | 'isObject'
    | 'hasKeys'
    | 'hasLinks'
    | 'isSingle'
    | 'texts'
    | 'trues'
    | 'resources'
  > & {
    /** Of a page that another one follows: what its fields hold that have to do with pages. */
    pageField?: ((name: string, within: string) => { value: unknown } | undefined) | undefined;
    leafOf?: (key: string) => unknown;
    hasEntries?: boolean;
    /** Entries of lists, but for those within entries; two unless given. */
    size?: number | undefined;
  } = {},
  { depth = 0, name = '', left = { values: maxValues } }: RecordedPlace = {},
): object {
  const isAbsent = (key: string) =>
    isUnsaid(key) &&
    (known.code === undefined || !outcome.test(key)) &&
    !(known.hasLinks && links.test(key)) &&
    !(known.pageField && leadsOn.test(key));
  const child = (key: string): unknown => {
    if (shape.isGuess && shape.element) {
      shape.fields = shape.element.fields;
      shape.isGuess = false;
      delete shape.kind;
      delete shape.element;
    }
    const inner = shape.fields.get(key) ?? newShape();
    // What is looked up by a value that the node was given is of this run only.
    if (replaceMarks(key, () => '') === key) shape.fields.set(key, inner);
    if (faults.test(key)) {
      inner.kind = 'none';
      return [];
    }
    const paged = known.pageField?.(key, name);
    if (paged) return paged.value;
    const value = known.texts?.get(key) ?? outcomeNumber(key, known.code);
    if (value !== undefined) return value;
    if (known.trues?.has(key)) return true;
    // Code may keep a token for later runs, which nothing is read of.
    const isLeaf = inner.isLeaf || (namedToken.test(key) && inner.fields.size === 0);
    if (isLeaf && known.leafOf) return known.leafOf(key);
    if (known.address !== undefined && /ur[il]$|callback|endpoint|address/i.test(key)) return known.address;
    if (depth >= deepest || left.values <= 0) return text;
    left.values -= 1;
    return recorder(inner, known, { depth: depth + 1, name: key, left });
  };
  const list = (): unknown[] => {
    shape.kind ??= 'list';
    shape.element ??= newShape();
    shape.isGuess = false;
    if (known.hasEntries === false || left.values <= 0) return [];
    left.values -= 2;
    const entry = { depth: depth + 1, name: ' ', left };
    const inner = { ...known, size: undefined };
    const first = recorder(shape.element, inner, entry);
    if (known.isSingle) return [first];
    const other = recorder(shape.element, inner, entry);
    return [first, other, ...Array.from({ length: (known.size ?? 2) - 2 }, () => other)];
  };
  // Requests to what is no address never leave.
  const asText = /ur[il]$|href$/i.test(name) ? (known.leafOf?.(name) ?? text) : text;
  const as = (kind: 'text' | 'number') => {
    shape.kind ??= kind;
  };
  const method = (key: string): unknown => {
    const called = new Proxy(() => {}, {
      apply(_, __, given: unknown[]) {
        const isText = ofTexts.has(key) || (shape.kind === 'text' && ofEither.has(key));
        if (isText) as('text');
        const on: unknown = isText ? asText : list();
        const found: unknown = Reflect.get(Object(on), key);
        return typeof found === 'function' ? Reflect.apply(found, on, given) : undefined;
      },
      // A field that happens to have the name of a method.
      get: (_, inner) => Reflect.get(Object(child(key)), inner),
    });
    recorders.set(called, () => isRecordedList(child(key)));
    return called;
  };
  const made = new Proxy(
    {},
    {
      get(_, key) {
        if (key === Symbol.iterator) return () => list()[Symbol.iterator]();
        if (key === Symbol.toPrimitive)
          return (hint: string) => {
            as(hint === 'number' ? 'number' : 'text');
            return hint === 'number' ? usualNumber(name) : asText;
          };
        // `all.concat(response.data)`: V8 asks whether it is a list.
        if (key === Symbol.isConcatSpreadable && isWhole) shape.isAsked = true;
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key === 'pipe') return undefined;
        if (key === 'constructor') return Object;
        if (key === 'hasOwnProperty') return (name: string) => !isAbsent(name) && child(name) !== undefined;
        if (key === 'toString' || key === 'valueOf') {
          return () => {
            as('text');
            return asText;
          };
        }
        if (key === 'toFixed' || key === 'toPrecision') {
          return (digits: number) => {
            as('number');
            return (1).toFixed(digits);
          };
        }
        if (key === 'length') {
          if (shape.kind === 'text') return 2;
          const isNew = shape.kind === undefined && shape.fields.size === 0;
          const { length } = list();
          // Code may ask for it although it is none.
          if (isNew) shape.isGuess = true;
          return length;
        }
        if (/^\d+$/.test(key)) return list()[Number(key)];
        if (ofLists.has(key) || ofTexts.has(key) || ofEither.has(key)) return method(key);
        if (isAbsent(key)) {
          shape.hasAbsent = true;
          if (leadsOn.test(key)) shape.hasNext = true;
          return shape.fields.get(key)?.kind === 'none' ? false : undefined;
        }
        return child(key);
      },
      ownKeys: () => (known.hasKeys ? [...(shape.fields.size > 0 ? shape.fields.keys() : ['id'])] : []),
      getOwnPropertyDescriptor: (_, key) =>
        known.hasKeys && typeof key === 'string' && !isAbsent(key)
          ? { value: child(key), enumerable: true, configurable: true }
          : undefined,
      has: (_, key) => typeof key === 'string' && !isAbsent(key) && child(key) !== undefined,
    },
  );
  const isWhole = name === '' || name === 'data';
  // A page of Spring: in other places, it is a text.
  const isPage = depth === 1 && name === 'content';
  const isObject = depth === 0 && known.isObject === true;
  const isDocument = known.resources !== undefined && depth <= 1;
  const mayBe = isDocument
    ? shape.kind === 'list'
    : isWhole
      ? known.hasLists === true && !isObject
      : isPage || plural.test(name) || known.hasAskedLists === true;
  // What has fields of its own is no list.
  const isList = mayBe && (shape.fields.size === 0 || shape.kind === 'list');
  recorders.set(made, () => {
    if (isWhole) shape.isAsked = true;
    if (isList) list();
    return isList;
  });
  return made;
}

/**
 * Records what is read of answers; again where one was taken for a list when code asked, before it read fields of it, and
 * there is a list among these.
 */
export async function recordLists<Result>(
  answers: ReadonlyMap<string, Shape>,
  record: () => Promise<Result>,
): Promise<Result> {
  const recorded = await record();
  const mistaken = [...answers.values()].filter(
    ({ isAsked, kind, fields }) => isAsked && kind === 'list' && fields.size > 0,
  );
  if (mistaken.length === 0) return recorded;
  const before = mistaken.map((shape) => ({ ...shape }));
  for (const shape of mistaken) {
    delete shape.kind;
    delete shape.element;
  }
  const again = await record();
  for (const [at, shape] of mistaken.entries()) if (!holdsList(shape)) Object.assign(shape, before[at]);
  return again;
}

/** Whether an answer is a list, or has one in it. */
export const holdsList = ({ kind, element, fields }: Shape): boolean =>
  kind === 'list' || element !== undefined || [...fields.values()].some(holdsList);

/** Takes what was read without anything in it for values from now on. */
export function markLeaves({ fields, element }: Shape): void {
  if (element) markLeaves(element);
  for (const inner of fields.values()) {
    const isValue = inner.kind === undefined || inner.kind === 'text';
    if (isValue && inner.fields.size === 0 && !inner.element) inner.isLeaf = true;
    else markLeaves(inner);
  }
}

/** Whether code asked of an answer, or a part of it, whether it is a list, and did not look into it otherwise. */
export const hasAskedList = ({ isAsked, kind, fields }: Shape): boolean =>
  (isAsked === true && kind === undefined && fields.size === 0) || [...fields.values()].some(hasAskedList);
