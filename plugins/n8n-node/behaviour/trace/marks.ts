/**
 * Values that can be recognised wherever they turn up: `mk0p3r1` is the value of item 0 for parameter 3 in run 1, `ek…` the
 * same as the simulated API gives it back, `sk2f4x` the secret field 4 of credential 2.
 */
const direct = /mk([0-9])p([0-9]{1,3})r([0-9])/gi;
const any = /[em]k([0-9])p([0-9]{1,3})r([0-9])/gi;
const secret = /sk([0-9]{1,2})f([0-9]{1,2})x/gi;

/** Stands for the file of an item, in place of a parameter. */
export const fileMark = 999;

export const markOf = (item: number | string, parameter: number, run: number) => `mk${item}p${parameter}r${run}`;
/** A secret of so many characters. */
export const secretOf = (credential: number, field: number, length: number) =>
  `sk${credential}f${field}x`.padEnd(length, '0');

/** A secret as a whole. */
export const wholeSecret = /sk\d{1,2}f\d{1,2}x0*/gi;

/** A mark where only digits will do: `880003188` for `mk0p3r1`. */
export function inDigits(mark: string): string {
  return mark.replace(
    /^mk(\d)p(\d+)r(\d)$/,
    (_, item: string, parameter: string, run: string) => `88${item}${parameter.padStart(3, '0')}${run}88`,
  );
}

const uuidHead = '0b9e6c1e-5a4f-4d6e-9b1f-000';
/** A mark where only a UUID will do. */
export const asUuid = (mark: string) => `${uuidHead}${inDigits(mark)}`;

const unique = (texts: Iterable<string>) => [...new Set(texts)].sort();

const digits = new RegExp(`(?:${uuidHead})?88([0-9])([0-9]{3})([0-9])88`, 'gi');
/** The content of the file of an item: a multiple of three bytes, so that what follows has its own letters in base64. */
export const fileHead = 'content of a file ';
/** What a PDF has before it, a multiple of three bytes too: https://datatracker.ietf.org/doc/html/rfc8118 */
export const pdfHead = '%PDF-1.7\n';
/** As much of it in base64 as there is. */
const encodedFile = new RegExp(`${Buffer.from(fileHead).toString('base64')}([\\w+/]{8,80}={0,2})`, 'g');

const spelled = (text: string) =>
  text
    .replace(digits, (_, item: string, parameter: string, run: string) => markOf(item, Number(parameter), Number(run)))
    .replace(encodedFile, (_, rest: string) => fileHead + Buffer.from(rest, 'base64').toString());

/** The marks of a text, `item.parameter`: those given to this run, and those of others. */
export function marksIn(text: string, run: number): { marks: string[]; stale: string[] } {
  const found = [...spelled(text).matchAll(direct)];
  const named = (all: RegExpExecArray[]) => unique(all.map(([, item, parameter]) => `${item}.${parameter}`));
  return {
    marks: named(found.filter((match) => Number(match[3]) === run)),
    stale: named(found.filter((match) => Number(match[3]) !== run)),
  };
}

/** The number of the item of a mark `item.parameter`. */
export const itemOf = (mark: string): number => Number(mark.split('.')[0]);

/** The number of the parameter of a mark `item.parameter`. */
export const parameterOf = (mark: string): number => Number(mark.split('.')[1]);

/** A text with something else in place of the marks of this and other runs, by the number of their parameter. */
export function replaceMarks(text: string, replacement: (parameter: number) => string): string {
  return spelled(text).replace(direct, (_, _item, parameter: string) => replacement(Number(parameter)));
}

/** The items whose values a text holds, directly or as the API gave them back. */
export function itemsIn(text: string): number[] {
  return [...new Set([...spelled(text).matchAll(any)].map(([, item]) => Number(item)))].sort();
}

/** What the simulated API gives back of a request: all its marks, as echoes. */
export function echoOf(text: string): string {
  return unique([...spelled(text).matchAll(any)].map(([mark]) => `ek${mark.slice(2).toLowerCase()}`))
    .slice(0, 6)
    .join('');
}

/** Whether a text has values of a parameter, directly or as the API gave them back. */
export const namesParameter = (text: string, parameter: number): boolean =>
  [...spelled(text).matchAll(any)].some((match) => Number(match[2]) === parameter);

/** Numbers of the secrets in a text: `credential.field`. */
export function secretsIn(text: string): string[] {
  return unique([...text.matchAll(secret)].map(([, credential, field]) => `${credential}.${field}`));
}

/** A text with `*` in place of values of parameters and of simulated answers. */
export const withoutValues = (text: string) =>
  text.replace(/(?:[em]k\d\S*?r\d)+(?:(?:v|name)\d{1,3}\b)?|88\d{5}88|\b(?:v|name)\d{1,3}\b/gi, '*');

/** A text without marks, of requests or as the API gave them back. */
export const withoutMarks = (text: string): string => text.replace(any, '');

/** A text of an answer without the values of the request. */
export const withoutEchoes = (text: string): string => text.replace(/ek[0-9]p[0-9]{1,3}r[0-9]/gi, '');

/** A text with the marks of another run for one parameter. */
export function withMarksOfRun(text: string, parameter: number, run: number): string {
  const other = (whole: string, item: string, named: string, inText: (mark: string) => string) =>
    Number(named) === parameter ? inText(markOf(item, parameter, run)) : whole;
  return text
    .replace(direct, (whole, item: string, named: string) => other(whole, item, named, (mark) => mark))
    .replace(/88([0-9])([0-9]{3})[0-9]88/g, (whole, item: string, named: string) =>
      other(whole, item, named, inDigits),
    );
}
