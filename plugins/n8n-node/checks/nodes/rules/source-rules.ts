import type { Node } from 'oxc-parser';
import { catchAround, functionAround, memberName, outermost, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import { referencesTo } from '../../../model/sources/exports-to.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';
import { booleanAlwaysTrue } from './boolean-always-true.ts';
import { busyWait } from './busy-wait.ts';
import { credentialKept } from './credential-kept.ts';
import { headerCase } from './header-case.ts';
import { webhookNotRegistered } from './webhook-not-registered.ts';
import { webhookStatusInBody } from './webhook-status-in-body.ts';

/** Methods of n8n that send requests; `call` gives them their context. */
const sends = /^(?:httpRequest|request)(?:WithAuthentication|WithAuthenticationPaginated|OAuth1|OAuth2)?$/;

/** `this.helpers.httpRequest`, `this.helpers.httpRequest.call` */
function isRequest(given: Node): boolean {
  const callee = unwrap(given);
  if (callee.type !== 'MemberExpression') return false;
  const name = memberName(callee) ?? '';
  return name === 'call' ? isRequest(callee.object) : sends.test(name) && helpersOf(callee) !== undefined;
}

/** The object whose `helpers` have a member: `this` of `this.helpers.request`. */
function helpersOf(member: Node): Node | undefined {
  if (member.type !== 'MemberExpression') return undefined;
  const helpers = unwrap(member.object);
  return helpers.type === 'MemberExpression' && memberName(helpers) === 'helpers' ? unwrap(helpers.object) : undefined;
}

const returnNotAwaited: NodeRule = {
  code: 'nodes-return-not-awaited',
  title: 'Request is returned from `try` without `await`',
  severity: 'warning',
  why: 'The function has returned before the request fails, so `catch` does not handle the failure: users see the raw error.',
  fix: 'Write `return await`.',
  bad: 'try {\n  return this.helpers.httpRequest(options);\n} catch (error) {\n  throw new NodeApiError(this.getNode(), error);\n}',
  good: 'try {\n  return await this.helpers.httpRequest(options);\n} catch (error) {\n  throw new NodeApiError(this.getNode(), error);\n}',
  docs: docs.nodeMethods,
  types: ['ReturnStatement'],
  check({ node, view }) {
    const handler = catchAround(node);
    if (node.type !== 'ReturnStatement' || !node.argument || !handler) return undefined;
    // One without the error may be meant for what is before it.
    const isFirst = handler.parent?.type !== 'TryStatement' || handler.parent.block.body[0] === node;
    if (!handler.param && !isFirst) return undefined;
    const value = unwrap(node.argument);
    if (value.type !== 'CallExpression' || !isRequest(value.callee)) return undefined;
    if (isCaughtByCallers(node, handler, view)) return undefined;
    return [
      {
        message: 'The request is returned without `await`: `catch` does not handle its failure',
        start: node.start,
        end: value.end,
      },
    ];
  },
};

/** Whether all who call the function of a node wait for it, and do the same as its own handler where it fails. */
function isCaughtByCallers(node: Node, handler: Node, view: SourceView): boolean {
  const own = functionAround(node);
  const declaration = own?.parent?.type === 'VariableDeclarator' ? own.parent : own;
  if (declaration?.type !== 'VariableDeclarator' && declaration?.type !== 'FunctionDeclaration') return false;
  const isExported = /^Export/.test((own === declaration ? own : declaration.parent)?.parent?.type ?? '');
  if (declaration.id?.type !== 'Identifier' || isExported) return false;
  const codeOf = ({ start, end }: Node) => view.text.slice(start, end).replace(/\s+/g, ' ');
  const uses = referencesTo(declaration.id.name, view);
  const isSame = (use: Node) => {
    const other = catchAround(use);
    return isAwaitedCall(use) && other !== undefined && codeOf(other) === codeOf(handler);
  };
  return uses.length > 0 && uses.every(isSame);
}

/** Whether a function is called, with `call` or without, and waited for. */
function isAwaitedCall(use: Node): boolean {
  const { parent } = use;
  const isMember = parent?.type === 'MemberExpression' && parent.object === use && memberName(parent) === 'call';
  const callee = isMember ? parent : use;
  const call = callee.parent;
  return (
    call?.type === 'CallExpression' && call.callee === callee && outermost(call).parent?.type === 'AwaitExpression'
  );
}

const requestNotAwaited: NodeRule = {
  code: 'nodes-request-not-awaited',
  title: 'Request is sent without `await`',
  severity: 'warning',
  why: 'The code goes on before the request has ended, and does not notice if it fails.',
  fix: 'Write `await`.',
  bad: "await this.helpers.httpRequest({ method: 'POST', url });\nthis.helpers.httpRequest({ method: 'DELETE', url: other });",
  good: "await this.helpers.httpRequest({ method: 'POST', url });\nawait this.helpers.httpRequest({ method: 'DELETE', url: other });",
  docs: docs.nodeMethods,
  types: ['ExpressionStatement'],
  check({ node, view }) {
    if (node.type !== 'ExpressionStatement') return undefined;
    const value = unwrap(node.expression);
    if (value.type === 'CallExpression' && isAsyncForEach(value, view))
      return [
        {
          message: '`forEach` does not wait for its async callback: the failure of its requests is not noticed',
          start: value.callee.start,
          end: value.callee.end,
        },
      ];
    if (value.type !== 'CallExpression' || !(isRequest(value.callee) || isRequestOfOwn(value.callee, view)))
      return undefined;
    const message = 'The request is sent without `await`: its failure is not noticed';
    return [{ message, start: value.start, end: value.end }];
  },
};

/** `orders.forEach(async (order) => { await this.helpers.httpRequest(…); })` */
function isAsyncForEach(call: Node, view: SourceView): boolean {
  if (call.type !== 'CallExpression') return false;
  const callee = unwrap(call.callee);
  const [callback] = call.arguments;
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'forEach' || !callback) return false;
  if (callback.type !== 'ArrowFunctionExpression' && callback.type !== 'FunctionExpression') return false;
  return (
    callback.async &&
    /\bawait\b[^;]{0,200}(?:request|helpers|fetch)/i.test(view.text.slice(callback.start, callback.end))
  );
}

/** A function of the package that sends a request by its name, and that the same file awaits elsewhere. */
function isRequestOfOwn(given: Node, view: SourceView): boolean {
  const callee = unwrap(given);
  if (callee.type === 'MemberExpression') return memberName(callee) === 'call' && isRequestOfOwn(callee.object, view);
  if (callee.type !== 'Identifier' || !/request$/i.test(callee.name)) return false;
  const awaited = new RegExp(`\\bawait ${callee.name}\\b`);
  return awaited.test(view.text);
}

/** Not of `this`, which n8n's own rule reports. */
const requestDeprecated: NodeRule = {
  code: 'nodes-request-deprecated',
  title: 'Request is sent with a deprecated function of n8n',
  severity: 'warning',
  why: "n8n keeps `request` and its like for old nodes only, and reviewers reject them. n8n's linter finds them in `this.helpers` alone.",
  fix: 'Use `helpers.httpRequest` or `helpers.httpRequestWithAuthentication`, and rename options where they differ: `uri` becomes `url`.',
  bad: 'await context.helpers.request({ uri, method })',
  good: 'await context.helpers.httpRequest({ url, method })',
  docs: docs.nodeMethods,
  types: ['MemberExpression'],
  check({ node, view }) {
    const name = memberName(node) ?? '';
    const owner = deprecated.test(name) ? helpersOf(node) : undefined;
    if (!owner || owner.type === 'ThisExpression' || isOfCredentialTest(owner, view)) return undefined;
    return [{ message: `helpers.${name} is deprecated`, start: node.start, end: node.end }];
  },
};

const deprecated = /^(?:request|requestWithAuthentication|requestOAuth1|requestOAuth2)$/;

/**
 * Whether a variable is what n8n gives to the test of a credential: its helpers have `request` and nothing newer.
 * Source: n8n-workflow 2.41, dist/cjs/interfaces.d.ts (`ICredentialTestFunctions`)
 */
function isOfCredentialTest(owner: Node, view: SourceView): boolean {
  if (owner.type !== 'Identifier') return false;
  const { value } = view.tree.scopeOf(owner).lookup(owner.name) ?? {};
  const name = value?.type === 'ThisExpression' ? 'this' : owner.name;
  const typed = new RegExp(`^${name.replaceAll('$', '\\$')}\\??\\s*:[^=]*\\bICredentialTestFunctions\\b`);
  for (let node: Node | null | undefined = owner.parent; node; node = node.parent) {
    const params = 'params' in node && Array.isArray(node.params) ? node.params : [];
    if (params.some(({ start, end }) => typed.test(view.text.slice(start, end)))) return true;
  }
  return false;
}

/** Rules about the code of nodes; they run in the sandbox. */
export const sourceRules: readonly NodeRule[] = [
  webhookNotRegistered,
  webhookStatusInBody,
  returnNotAwaited,
  requestNotAwaited,
  requestDeprecated,
  credentialKept,
  busyWait,
  booleanAlwaysTrue,
  headerCase,
];
