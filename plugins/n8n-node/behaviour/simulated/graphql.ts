import { isUnsaid, newShape, plural, type Shape } from './recorder.ts';

/** What is left out of a query before its fields are read: comments, texts, directives. */
const besides = /#[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|@\w+(?:\s*\([^)]*\))?/g;
const tokens = /\.\.\.|[{}():]|[$\w]+/g;
/** Lists of connections, whatever they are lists of: https://relay.dev/graphql/connections.htm */
const connections = /^(edges|nodes)$/;
/** Whether there are more pages. */
const asks = /^has(Next|Previous)Page$/;
/** Fields with a plural that hold one object. */
const single = /(connection|Info)$/i;
/** How many entries there are, beside a list of them. */
const counts = /^(?:total|current)_?(?:count|records|items|results|pages?)?$|^count$|^pageInfo$/i;

interface Selection {
  fields: Map<string, Selection>;
  fragments: string[];
}

const isList = ({ kind }: Shape) => kind === 'list';

/** The shape of the answer that a query of GraphQL asks for. https://spec.graphql.org/October2021/#sec-Document */
export function queryShape(query: string): Shape {
  const [operation, fragments] = documentOf(query.replace(besides, ' ').match(tokens) ?? []);
  const shapeOf = ({ fields, fragments: named }: Selection, depth: number): Map<string, Shape> => {
    const all = [...fields, ...named.flatMap((name) => [...(fragments.get(name)?.fields ?? [])])];
    return new Map(
      all.flatMap(([name, inner]): [string, Shape][] => {
        if (isUnsaid(name) && !asks.test(name)) return [];
        if (/errors$/i.test(name) || asks.test(name)) return [[name, { ...newShape(), kind: 'none' }]];
        if (inner.fields.size + inner.fragments.length === 0 || depth > 10)
          return [[name, plural.test(name) ? newShape() : { ...newShape(), kind: 'text' }]];
        const shape = { fields: shapeOf(inner, depth + 1) };
        // A connection has the lists in it, and so has a page.
        const keys = [...shape.fields.keys()];
        const isPage = keys.some((key) => counts.test(key)) && [...shape.fields.values()].some(isList);
        const isConnection = isPage || keys.some((key) => connections.test(key)) || single.test(name);
        const isSeveral = connections.test(name) || (plural.test(name) && name !== 'data' && !isConnection);
        return [[name, isSeveral ? { kind: 'list', fields: new Map(), element: shape, isGuess: true } : shape]];
      }),
    );
  };
  return { fields: new Map([['data', { fields: operation ? shapeOf(operation, 0) : new Map() }]]) };
}

/** The first operation of a document, and its fragments by name. */
function documentOf(words: readonly string[]): [Selection | undefined, Map<string, Selection>] {
  let at = 0;
  const skipArguments = () => {
    for (let open = 0; at < words.length; at++) {
      if (words[at] === '(') open += 1;
      if (words[at] === ')') open -= 1;
      if (open === 0) return void (words[at] === ')' && at++);
    }
  };
  const selection = (into: Selection = { fields: new Map(), fragments: [] }): Selection => {
    at += 1;
    while (at < words.length && words[at] !== '}') {
      const word = words[at++] ?? '';
      if (word === '...') {
        if (words[at] === 'on') at += 2;
        if (words[at] === '{') selection(into);
        else into.fragments.push(words[at++] ?? '');
        continue;
      }
      // An alias is the name in the answer.
      if (words[at] === ':') at += 2;
      skipArguments();
      into.fields.set(word, words[at] === '{' ? selection() : { fields: new Map(), fragments: [] });
    }
    at += 1;
    return into;
  };
  let operation: Selection | undefined;
  const fragments = new Map<string, Selection>();
  while (at < words.length) {
    const name = words[at] === 'fragment' ? words[at + 1] : undefined;
    while (at < words.length && words[at] !== '{') {
      if (words[at] === '(') skipArguments();
      else at += 1;
    }
    if (at >= words.length) break;
    if (name === undefined) operation ??= selection();
    else fragments.set(name, selection());
  }
  return [operation, fragments];
}
