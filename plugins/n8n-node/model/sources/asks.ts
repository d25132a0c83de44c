import type { CallExpression, CatchClause, Node } from 'oxc-parser';
import { catchAround, childrenOf, functionAround, isReference, memberName, unwrap } from '../../ast/children.ts';
import { keyName } from '../../ast/scope.ts';
import { memoize } from '../../memoize.ts';
import { conditionsAround, type RunsWhen } from './comparisons.ts';
import { listMethodAround } from './list-method.ts';
import { selectedBy } from './selected-by.ts';
import type { SourceView } from './source-view.ts';
import { isSwitchedOff } from './switched-off.ts';
import { isUnused } from './unused-value.ts';

/** A parameter, a credential, or a field of a credential or of a collection that code gets from n8n by name. */
interface AskSight {
  /** `assigned` is an entry of a collection whose name the file also assigns to; `whole`, the use of all its entries. */
  kind: 'parameter' | 'credential' | 'field' | 'entry' | 'assigned' | 'whole';
  name: string;
  /** The credential of a field. */
  credential?: string;
  /** The parameter of an entry, which has fields of its own. */
  collection?: string;
  /** Whether the code handles its absence. */
  fallback: boolean;
  /** Whether code may have another value in the place of a field of a credential, and assigns none to it. */
  isDefaulted?: boolean;
  /** Whether a method of the editor asks, which gets undefined for an unknown parameter. */
  isCurrent?: boolean;
  /** Whether nothing is done with the value of a parameter. */
  isUnused?: boolean;
  /** The resources and operations for which it is asked for: see `selectedBy`. */
  selected?: string[][];
  /** The values that parameters have where a credential is asked for, or have not. */
  when?: RunsWhen[];
  /** The method around it: see `listMethodAround`. */
  listMethod?: string;
  start: number;
}

/** Functions of n8n that take the name of a credential, with `this` before it when they are called with `call`. */
const withCredential =
  /^(getCredentials|httpRequestWithAuthentication|requestWithAuthentication|requestOAuth1|requestOAuth2)$/;

/** None for other nodes than calls, members and patterns, and for names that are not constant. */
export function asksIn(node: Node, view: SourceView): AskSight[] {
  const ask = asked(node, view) ?? memberAsked(node, view);
  const asks = ask ? [handled(ask, node, view)] : [...membersAsked(node, view), ...wholeAsked(node, view)];
  if (asks.length > 0 && isSwitchedOff(node, view)) return [];
  const listMethod = asks.length > 0 ? listMethodAround(node) : undefined;
  return listMethod === undefined ? asks : asks.map((one) => ({ ...one, listMethod }));
}

function handled(ask: AskSight, node: Node, view: SourceView): AskSight {
  const selected = selectedBy(node);
  const handler = catchAround(node);
  const isTried = handler !== undefined && goesOn(handler);
  const when = ask.kind === 'credential' ? conditionsAround(node, view) : [];
  return {
    ...ask,
    ...(ask.kind === 'parameter' && isUnused(node, view) && { isUnused: true }),
    fallback: ask.fallback || isTried,
    ...(selected.length > 0 && { selected }),
    ...(when.length > 0 && { when }),
  };
}

function asked(node: Node, view: SourceView): AskSight | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = unwrap(node.callee);
  const method = memberName(callee);
  if (method === undefined) return undefined;
  if (method === 'getNodeParameter') return parameterAsked(node.arguments, view, isWithoutItems(node, view));
  if (method === 'getCurrentNodeParameter') return currentAsked(node, view);
  if (withCredential.test(method)) return credentialAsked(node.arguments[0], view);
  if (method !== 'call' || callee.type !== 'MemberExpression') return undefined;
  const called = memberName(unwrap(callee.object));
  return called !== undefined && withCredential.test(called) ? credentialAsked(node.arguments[1], view) : undefined;
}

/** What n8n gives for a name, and what has fields: a credential, or the collection of a parameter. */
type Owner = { credential: string } | { collection: string };

/** `credentials.apiKey`, of what `getCredentials` gives; `options.note`, of what `getNodeParameter` gives. */
function memberAsked(node: Node, view: SourceView): AskSight | undefined {
  const name = memberName(node);
  if (name === undefined || node.type !== 'MemberExpression' || isWritten(node)) return undefined;
  const owner = ownerIn(node.object, view);
  return owner && memberOf(owner, name, { start: node.property.start, fallback: isOptional(node) }, view);
}

/** `const { apiKey } = await this.getCredentials('acmeApi')` */
function membersAsked(node: Node, view: SourceView): AskSight[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || !node.init) return [];
  const owner = ownerIn(node.init, view);
  if (!owner) return [];
  return node.id.properties.flatMap((one) => {
    const name = one.type === 'Property' ? keyName(one) : undefined;
    if (name === undefined || one.type !== 'Property') return [];
    const fallback = one.value.type === 'AssignmentPattern';
    return [memberOf(owner, name, { start: one.start, fallback }, view)];
  });
}

/** `const options = this.getNodeParameter('options', i)`, where the file hands on what it holds: `{ ...options }`, `send(options)`. */
function wholeAsked(node: Node, view: SourceView): AskSight[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return [];
  const owner = ownerIn(node.init, view);
  const name = escaped(node.id.name);
  if (!owner || !('collection' in owner)) return [];
  const isHandedOn = occurs(String.raw`(?:\.\.\.|[(,:=]\s{0,20})${name}\s{0,20}(?:[,;)}\]]|$)`, view);
  return isHandedOn ? [{ kind: 'whole', name: '', ...owner, fallback: false, start: node.start }] : [];
}

function memberOf(owner: Owner, name: string, at: Pick<AskSight, 'start' | 'fallback'>, view: SourceView): AskSight {
  if ('collection' in owner) return { kind: isAssigned(name, view) ? 'assigned' : 'entry', name, ...owner, ...at };
  const fallback = at.fallback || isAssigned(name, view) || isReplaced(name, view);
  const isDefaulted = fallback && !occurs(String.raw`cred\w*\.${escaped(name)}\s?[?|]{0,2}=[^=]`, view);
  return { kind: 'field', name, ...owner, ...at, fallback, ...(isDefaulted && { isDefaulted }) };
}

function ownerIn(given: Node, view: SourceView): Owner | undefined {
  const value = view.constants.value(given);
  const isAwaited = value?.type === 'AwaitExpression';
  const call = isAwaited ? unwrap(value.argument) : value;
  if (call?.type !== 'CallExpression') return undefined;
  const method = memberName(unwrap(call.callee));
  if (isAwaited && method === 'getCredentials') {
    const credential = credentialAsked(call.arguments[0], view)?.name;
    return credential === undefined ? undefined : { credential };
  }
  const collection =
    !isAwaited && method === 'getNodeParameter' ? parameterAsked(call.arguments, view)?.name : undefined;
  return collection === undefined ? undefined : { collection };
}

/** Whether the file assigns to such a field. */
const isAssigned = (name: string, view: SourceView) =>
  occurs(String.raw`(?:\.|\['?)${escaped(name)}(?:'?\])?\s?[-+*]?=[^=]`, view);

/** Whether the file has another value in the place of such a field: it is not only n8n's. */
function isReplaced(name: string, view: SourceView): boolean {
  const word = escaped(name);
  return occurs(String.raw`\b${word}\s?(?:\?\?|\|\|)|(?:\?\?|\|\|)\s?${word}\b`, view);
}

/** A name as a part of a regular expression: it may be any text. */
const escaped = (name: string) => name.replace(/\W/g, '\\$&');

function occurs(pattern: string, view: SourceView): boolean {
  const known = searched(view);
  const isSo = known.get(pattern) ?? new RegExp(pattern).test(view.text);
  known.set(pattern, isSo);
  return isSo;
}

const searched = memoize((_: SourceView) => new Map<string, boolean>());

const isWritten = (node: Node) => node.parent?.type === 'AssignmentExpression' && node.parent.left === node;

/** Whether the code asks if a value is there, or has another one in its place. */
function isOptional(node: Node): boolean {
  for (let one = node; one.parent; one = one.parent) {
    const { parent } = one;
    if (/^(?:Logical|Binary|Unary)Expression$/.test(parent.type)) return true;
    if (parent.type === 'MemberExpression' && parent.optional && parent.object === one) return true;
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') return parent.test === one;
    if (!parent.type.startsWith('TS') && !/^(?:Chain|Parenthesized)Expression$/.test(parent.type)) return false;
  }
  return false;
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

function parameterAsked(
  [name, second, third]: readonly Node[],
  view: SourceView,
  isWithoutItem = false,
): AskSight | undefined {
  const text = name && view.constants.text(name)?.text;
  if (!name || text === undefined) return undefined;
  const { start } = name;
  // In `execute`, the second argument is the index of the item; elsewhere it is the fallback value.
  const fallback = third !== undefined || (second !== undefined && (isWithoutItem || isValue(unwrap(second))));
  return { kind: 'parameter', name: text, fallback, start };
}

/** Whether n8n takes the second argument for the fallback, by the type of the context of a function: items have no index there. */
function isWithoutItems(node: Node, view: SourceView): boolean {
  const around = functionAround(node);
  const parameters = around && 'params' in around ? [around.params].flat() : [];
  const head = parameters.map((one) => view.text.slice(one.start, one.end)).join();
  return (
    /\bI(?:LoadOptions|Poll|Trigger|Hook|Webhook)Functions\b/.test(head) &&
    !/\bI\w*(?:Execute\w*|SupplyData|AllExecute)Functions\b/.test(head)
  );
}

/** A path that begins with `&` is one beside the list. */
function currentAsked(call: CallExpression, view: SourceView): AskSight | undefined {
  const ask = parameterAsked(call.arguments.slice(0, 1), view);
  return ask && !ask.name.startsWith('&') ? { ...ask, fallback: hasAlternative(call), isCurrent: true } : undefined;
}

/** Whether code may take another value in its place: `a || b`, but not `a || ''`. */
function hasAlternative(node: Node): boolean {
  for (let one = node; one.parent; one = one.parent) {
    const { parent } = one;
    if (parent.type === 'LogicalExpression') {
      const other = unwrap(parent.left === one ? parent.right : parent.left);
      if (other.type !== 'Literal') return true;
    } else if (!parent.type.startsWith('TS') && !/^(?:Chain|Parenthesized|Member)Expression$/.test(parent.type))
      return false;
  }
  return false;
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
