import type { CatchClause, Node } from 'oxc-parser';
import { catchAround, childrenOf, isReference, memberName, unwrap } from '../../ast/children.ts';
import { memoize } from '../../memoize.ts';
import { selectedBy } from './selected-by.ts';
import type { SourceView } from './source-view.ts';

/** A parameter or credential that code gets from n8n by name. */
interface AskSight {
  kind: 'parameter' | 'credential';
  name: string;
  /** Whether the code handles its absence. */
  fallback: boolean;
  /** The resources and operations for which it is asked for: see `selectedBy`. */
  selected?: string[][];
  start: number;
}

/** Functions of n8n that take the name of a credential, with `this` before it when they are called with `call`. */
const withCredential =
  /^(getCredentials|httpRequestWithAuthentication|requestWithAuthentication|requestOAuth1|requestOAuth2)$/;

/** None for other nodes than calls, and for names that are not constant. */
export function asksIn(node: Node, view: SourceView): AskSight[] {
  const ask = asked(node, view);
  if (!ask) return [];
  const selected = selectedBy(node);
  const handler = catchAround(node);
  const isTried = handler !== undefined && goesOn(handler);
  return [{ ...ask, fallback: ask.fallback || isTried, ...(selected.length > 0 && { selected }) }];
}

function asked(node: Node, view: SourceView): AskSight | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = unwrap(node.callee);
  const method = memberName(callee);
  if (method === undefined) return undefined;
  if (method === 'getNodeParameter') return parameterAsked(node.arguments, view);
  if (withCredential.test(method)) return credentialAsked(node.arguments[0], view);
  if (method !== 'call' || callee.type !== 'MemberExpression') return undefined;
  const called = memberName(unwrap(callee.object));
  return called !== undefined && withCredential.test(called) ? credentialAsked(node.arguments[1], view) : undefined;
}

/** Whether the code continues without the value, `try { … } catch { }`: a clause neither throws nor uses the error. */
const goesOn = memoize(({ param, body }: CatchClause): boolean => {
  if (param && param.type !== 'Identifier') return false;
  const todo: Node[] = [body];
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.type === 'ThrowStatement') return false;
    if (node.type === 'Identifier' && node.name === param?.name && isReference(node)) return false;
    todo.push(...childrenOf(node));
  }
  return true;
});

function parameterAsked([name, second, third]: readonly Node[], view: SourceView): AskSight | undefined {
  const text = name && view.constants.text(name)?.text;
  if (!name || text === undefined) return undefined;
  const { start } = name;
  // In `execute`, the second argument is the index of the item; elsewhere it is the fallback value.
  const fallback = third !== undefined || (second !== undefined && isValue(unwrap(second)));
  return { kind: 'parameter', name: text, fallback, start };
}

function isValue(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value !== 'number';
  return ['ArrayExpression', 'ObjectExpression', 'TemplateLiteral'].includes(node.type) || isUndefined(node);
}

const isUndefined = (node: Node) => node.type === 'Identifier' && node.name === 'undefined';

function credentialAsked(name: Node | undefined, view: SourceView): AskSight | undefined {
  const text = name && view.constants.text(name)?.text;
  if (!name || text === undefined || text === '') return undefined;
  return { kind: 'credential', name: text, fallback: false, start: name.start };
}
