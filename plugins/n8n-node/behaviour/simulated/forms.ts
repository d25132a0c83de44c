import type { INodeProperties } from 'n8n-workflow';
import { asUuid, inDigits } from '../trace/marks.ts';

type Form = (mark: string, item: number) => string;

/** What has to be escaped in a query, a form, JSON and GraphQL. */
export const specialText = ' & "two" #3';

const forms = {
  text: (mark: string) => mark,
  special: (mark: string) => `${mark}${specialText}`,
  specialUrl: (mark: string) => `https://${mark}.example/?a=1&b=2`,
  url: (mark: string) => `https://${mark}.example/`,
  email: (mark: string) => `${mark}@mail.example`,
  json: (mark: string) => JSON.stringify({ [mark]: mark }),
  jsonList: (mark: string) => JSON.stringify([{ [mark]: mark }]),
  textList: (mark: string) => JSON.stringify([mark]),
  rows: (mark: string) => JSON.stringify([[mark]]),
  numberList: (mark: string) => JSON.stringify([Number(inDigits(mark))]),
  uuidList: (mark: string) => JSON.stringify([asUuid(mark)]),
  pair: (mark: string) => `${mark},v1`,
  numberPair: (mark: string) => `${inDigits(mark)},1`,
  date: (_: string, item: number) => `2026-01-1${item}T10:00:00.000Z`,
  day: (_: string, item: number) => `2026-01-1${item}`,
  endDate: (_: string, item: number) => `2026-01-2${item}T10:00:00.000Z`,
  endDay: (_: string, item: number) => `2026-01-2${item}`,
  phone: (mark: string) => `+4930${inDigits(mark)}`,
  number: inDigits,
  uuid: asUuid,
  hex: (mark: string) => inDigits(mark).padStart(32, '0b9e6c1e5a4f4d6e9b1f'),
  objectId: (mark: string) => inDigits(mark).padStart(24, '0b9e6c1e5a4f4d6e9b1f'),
  long: (mark: string) => mark.padEnd(64, 'x'),
  package: (mark: string) => `com.example.${mark}`,
  domain: (mark: string) => `${mark}.example`,
  timeZone: () => 'Europe/Berlin',
  /** The name of the file that every item has. */
  binary: () => 'data',
};
/**
 * A form, what a text has to begin with, how many digits or characters it has to have, what follows its digits, `@g.us`, or
 * the numbers that the author lists.
 */
export type FormName =
  | keyof typeof forms
  | `prefix:${string}`
  | `digits:${number}`
  | `characters:${number}`
  | `digits@${string}`
  | `some:${string}`;

const isForm = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name);
export const formNamed = (name: FormName): Form => {
  if (isForm(name)) return forms[name];
  if (name.startsWith('digits@')) return (mark) => inDigits(mark) + name.replace('digits', '');
  if (name.startsWith('some:')) return (_, item) => someOf(name.slice('some:'.length).split(','), item);
  const [, unit, length] = /^(digits|characters):(\d+)$/.exec(name) ?? [];
  if (unit === 'digits') return (mark) => inDigits(mark).padEnd(Number(length), '0');
  if (unit === 'characters') return (mark) => mark.padEnd(Number(length), 'x');
  return (mark) => name.replace('prefix:', '') + mark;
};

/** Two of them, others for each item. */
const someOf = (all: readonly string[], item: number): string =>
  [item, item + 1].map((at) => all[at % all.length]).join(',');

/** Of entries of one form. */
const lists: ReadonlyMap<FormName, FormName> = new Map([
  ['text', 'textList'],
  ['number', 'numberList'],
  ['uuid', 'uuidList'],
]);

/** A form for a parameter that has another one: that of its entries, if it is a list. */
export function formInstead(before: FormName, form: FormName): FormName {
  // The entries may have to be numbers.
  if (form === 'pair' && before.toLowerCase().endsWith('pair')) return 'numberPair';
  const list = lists.get(form);
  return list !== undefined && list !== before && before.endsWith('List') ? list : form;
}

/** Forms that hold a mark, and that code hands on as they are. */
export const recognisable =
  /^(?:text|url|email|number|uuid|hex|objectId|long|package|domain|prefix:.*|(?:digits|characters)[:@].*)$/s;

/** By the example that the author gives, and by the name of a parameter. */
const byExample: readonly [RegExp, FormName][] = [
  [/^https?:\/\//i, 'url'],
  [/^[\w.+-]+@[\w-]+\.[\w.]+$/, 'email'],
  [/^\d{4}-\d\d-\d\dT/, 'date'],
  [/^\d{4}-\d\d-\d\d$/, 'day'],
  [/^\+\d[\d ()-]{7,}$/, 'phone'],
  [/^\d+$/, 'number'],
  [/^[\da-f]{8}-[\da-f]{4}-/i, 'uuid'],
  // No expression.
  [/^\{(?!\{).*\}$/s, 'json'],
  [/^\[\s*\[.*\]$/s, 'rows'],
  [/^\[\s*"[\da-f]{8}-[\da-f]{4}-[^{]*\]$/i, 'uuidList'],
  [/^\[\s*"[^{]*\]$/, 'textList'],
  [/^\[\s*-?\d[^{]*\]$/, 'numberList'],
  [/^\[.*\]$/s, 'jsonList'],
  // A path.
  [/^\/\w[\w./{}:?=&%-]*$/, 'prefix:/'],
];
const byName: readonly [RegExp, FormName][] = [
  [/(url|uri|webhook|website|endpoint)$/i, 'url'],
  [/e?mail(address)?$/i, 'email'],
  [/json$/i, 'json'],
  [/phone|mobile/i, 'phone'],
  [/time_?zone$/i, 'timeZone'],
  [/^(?!output|result|dest|target|save|store)\w*binary\w*?(?:name|prop|property|properties|field|key)s?$/i, 'binary'],
  [/(datetime|timestamp|_at|At|date_?time)$/, 'date'],
  [/date$/i, 'day'],
];

/** What an author would type in. */
export function formOf(property: INodeProperties): FormName {
  const form = usualForm(property);
  return isEnd(property.name) ? (ends.get(form) ?? form) : form;
}

const ends: ReadonlyMap<FormName, FormName> = new Map([
  ['date', 'endDate'],
  ['day', 'endDay'],
]);

function usualForm({ name, type, placeholder = '', default: initial }: INodeProperties): FormName {
  const example = placeholder.replace(/^\s*(e\.g\.|for example:?)\s*/i, '').trim();
  if (type === 'dateTime') return 'date';
  // `0,1,2,3,4,5,6`
  if (/(?:day|month|hour)s?$/i.test(name) && /^\d{1,2}(?:,\d{1,2})+$/.test(example)) return `some:${example}`;
  const ofExample = byExample.find(([pattern]) => pattern.test(example));
  if (type === 'json') {
    if (example.startsWith('[')) return ofExample?.[1] ?? 'jsonList';
    return initial === '[]' ? 'jsonList' : 'json';
  }
  const [, form] = ofExample ?? byName.find(([pattern]) => pattern.test(name)) ?? [];
  // `state=open`
  const key = /^[\w.[\]-]{1,30}=(?=\w)/.exec(example)?.[0];
  return form ?? (key === undefined ? 'text' : `prefix:${key}`);
}

/** Whether a parameter is named as the end of a period: `createdBefore`, `date_to`. */
export const isEnd = (name: string): boolean =>
  wordsOf(name).some((word) => /^(end|until|before|to|stop|finish|due|expires?)$/i.test(word));

/** Whether it is named as the start of one: `createdAfter`, `date_from`. */
export const isStart = (name: string): boolean =>
  wordsOf(name).some((word) => /^(start|from|since|after|begin)$/i.test(word));

const wordsOf = (name: string) => name.split(/[_\W]|(?<=[a-z])(?=[A-Z])/);
