import type { INodeType } from 'n8n-workflow';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { type FormName, specialText } from '../simulated/forms.ts';
import { parameterOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import type { Stage } from './observe-run.ts';
import { heard } from './one-run.ts';
import { seeJson } from './request-fields.ts';

type Unescaped = NonNullable<OperationTrace['unescaped']>;
type How = Unescaped[number]['how'];

interface Filled {
  prepared: Prepared;
  /** With one value for each parameter. */
  run: Run;
  engine: Stage['engine'];
  /** Runs it with one item. */
  again(prepared: Prepared, hear: (sent: string, response?: string, body?: string) => void): Promise<Run>;
}

/** The other forms that hold what has to be escaped. */
const special: ReadonlyMap<FormName, FormName> = new Map([
  ['text', 'special'],
  ['url', 'specialUrl'],
]);

/** Values that have nothing to escape, and what may be encoded already. */
const nothingToEscape =
  /(?:ids?|keys?|tokens?|codes?|slug|cursor|hash|sort|order|orderby|fields?|select|expand|include|type|status|lang|language|locale|currency|country|format|version|date|time|symbol|serial|domain|ip|host|number|page|limit|size|uuid)$/i;
const maybeEncoded = /encod|escap/i;

/** Parameters whose values get into a query, a form, JSON or GraphQL without being escaped, encoded twice, or encoded in JSON. */
export async function unescapedOf(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, run, engine, again }: Filled,
): Promise<Unescaped> {
  const { names, known } = prepared.marking;
  const sent = new Set(run.requests.flatMap(marksBesidePath).map((mark) => names[parameterOf(mark)] ?? ''));
  const forms = known.flatMap(({ name, form, about }): [string, FormName][] => {
    const other = prepared.wishes.forms.has(name) ? undefined : special.get(form);
    return other && sent.has(name) && !nothingToEscape.test(name) && !maybeEncoded.test(about) ? [[name, other]] : [];
  });
  if (forms.length === 0) return [];
  const wishes = { ...prepared.wishes, forms: new Map([...prepared.wishes.forms, ...forms]) };
  const one = prepareNode(operation, type, wishes, engine);
  const { run: escaped, bodies } = await heard((hear) => again(one, hear));
  const found = new Map<string, How>();
  const note = (how: How, parameter: string | undefined) => {
    const name = parameter === undefined ? undefined : one.marking.names[Number(parameter)];
    if (name !== undefined && !found.has(name)) found.set(name.slice(0, most.name), how);
  };
  for (const { url } of escaped.requests) {
    const query = url.slice(url.indexOf('?') + 1);
    if (!url.includes('?')) continue;
    for (const [, parameter] of query.matchAll(rawInQuery)) note('query', parameter);
    for (const [, parameter] of query.matchAll(twiceInQuery)) note('twice', parameter);
  }
  for (const body of bodies) for (const [how, parameter] of unescapedIn(body)) note(how, parameter);
  return [...found].map(([name, how]) => ({ name, how }));
}

/** Marks that are in the query of a URL or in the body: in the path, values are not escaped as a rule. */
function marksBesidePath({ url, marks, isEmpty }: Run['requests'][number]): string[] {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const isIn = (text: string, mark: string) => text.includes(`mk${mark.replace('.', 'p')}r`);
  return marks.filter((mark) => isIn(query, mark) || !(isEmpty || isIn(path, mark)));
}

const mark = String.raw`mk\dp(\d+)r\d`;
/** In the value of a parameter, after which another one begins: `q=mk0p3r9 & …`, `url=https://mk0p3r9.example/?a=1&b=2`. */
const rawInQuery = new RegExp(
  String.raw`(?<=(?:^|&)[^=&#?]{1,100}=[^=&#?]{0,100})${mark}(?:(?:%20|\+)&|\.example/\?a=1&)`,
  'gi',
);
const twiceInQuery = new RegExp(
  String.raw`(?<=(?:^|&)[^=&#?]{1,100}=(?:https%253A%252F%252F)?)${mark}(?:%2520%2526|\.example%252F)`,
  'gi',
);
const quoted = new RegExp(`(?<!"")"${mark}${specialText}`, 'gi');
const rawInForm = new RegExp(String.raw`(?<=(?:^|&)[\w.[\]%-]{1,100}=)${mark}${specialText}`, 'gi');
/** All of a text, or of a URL: a part of one may be in a URL, or a form. */
const encodedText = new RegExp(
  String.raw`^(?:${mark}(?:%20|\+)%26(?:%20|\+)%22two%22(?:%20|\+)%233|https%3A%2F%2F${mark}\.example%2F%3Fa%3D1%26b%3D2)$`,
  'i',
);

function unescapedIn(body: string): [How, string | undefined][] {
  const texts: string[] = [];
  const isJson = seeJson(body, (_, value) => {
    if (typeof value === 'string') texts.push(value);
  });
  if (!isJson) {
    const pattern = /^\s*[[{]/.test(body) ? quoted : rawInForm;
    return [...body.matchAll(pattern)].map(([, parameter]) => [pattern === quoted ? 'json' : 'form', parameter]);
  }
  const encoded = texts.flatMap((text): [How, string | undefined][] => {
    const [, ofText, parameter = ofText] = encodedText.exec(text) ?? [];
    return parameter === undefined ? [] : [['encoded', parameter]];
  });
  const queries = texts.filter((text) => /^\s*(?:(?:query|mutation)\b[^{]{0,500})?\{(?!\{)/.test(text));
  const raw = queries.flatMap((text) =>
    [...text.matchAll(quoted)].map(([, parameter]): [How, string | undefined] => ['graphql', parameter]),
  );
  return [...encoded, ...raw];
}
