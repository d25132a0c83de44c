import type { Node } from 'oxc-parser';
import { functionAround } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';
import { changedHost } from './changed-host.ts';

/** Globals that a node may not access; `eval` and `Function` have a separate rule. */
const restricted = new Set([
  'process',
  'require',
  'module',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
]);

/** Paths from a module to the modules of its host. */
const hostModulePath = /^(module\.(constructor|children|parent\..+)|require\.(cache|extensions|main\..+))$/;

/** Globals that are accessed without their name in the source. */
export const hiddenGlobal: NodeRule = {
  code: 'security-hidden-global',
  title: 'Restricted global is accessed indirectly',
  severity: 'error',
  why: 'Nodes must not access the process, its environment or timers. A computed name, or access through another object, only hides it from the linter.',
  fix: 'Read settings from credentials or parameters, use `sleep` of n8n-workflow to wait, and do not access the process.',
  bad: "const root = (function () { return this; })();\nroot['pro' + 'cess'].env.TOKEN;",
  good: "const { token } = await this.getCredentials('acmeApi');",
  docs: docs.verification,
  supersededBy: ['@n8n/community-nodes/no-restricted-globals'],
  types: ['VariableDeclarator', 'MemberExpression', 'CallExpression'],
  check({ node, view }) {
    if (node.type === 'VariableDeclarator') return destructured(node, view);
    const [name, ...members] = view.globals.of(node) ?? [];
    if (name === undefined || members.length > 0 || !restricted.has(name) || isRequireFactory(node, view))
      return undefined;
    return [{ message: `\`${name}\` is accessed indirectly`, start: node.start, end: node.end }];
  },
};

/** Whether its function does not have the same before: `if (require.main?.filename) { … require.main.filename … }`. */
function isFirst(node: Node, path: string, view: SourceView): boolean {
  const around = functionAround(node) ?? view.tree.program;
  const firsts = firstsIn(around);
  const first = firsts.get(path) ?? node;
  firsts.set(path, first);
  return first === node;
}

/** The first access to each path in a function: nodes come in the order of the source. */
const firstsIn = memoize((_: Node) => new Map<string, Node>());

/** Access to modules of the host. */
export const hostModules: NodeRule = {
  code: 'security-host-modules',
  title: 'Code accesses modules of n8n',
  severity: 'error',
  why: 'Through the module cache, the parent or the constructor of a module, a node can load and modify any module of n8n. Changes to the exports of n8n-workflow affect n8n and all other nodes.',
  fix: "Use only `this.helpers` and the exports of 'n8n-workflow', and do not modify them.",
  bad: "module.constructor._load('child_process');",
  good: 'await this.helpers.httpRequest(options);',
  docs: docs.verification,
  types: ['MemberExpression', 'AssignmentExpression', 'CallExpression'],
  check({ node, view }) {
    if (node.type !== 'MemberExpression') return changedHost(node, view);
    const path = view.globals.of(node);
    if (!path || !hostModulePath.test(path.slice(0, 3).join('.')) || !isShortest(path)) return undefined;
    if (!isFirst(node, path.join('.'), view)) return undefined;
    const message = `\`${path.join('.')}\` accesses modules of n8n`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** `const { process: p } = root` */
function* destructured(
  { id, init }: Extract<Node, { type: 'VariableDeclarator' }>,
  view: SourceView,
): Iterable<SourceViolation> {
  if (id.type !== 'ObjectPattern' || !init || view.globals.of(init)?.length !== 0) return;
  for (const property of id.properties) {
    const name =
      property.type === 'Property' ? (keyName(property) ?? view.constants.text(property.key)?.text) : undefined;
    if (name === undefined || !restricted.has(name)) continue;
    const message = `\`${name}\` is accessed indirectly`;
    yield { message, start: property.start, end: property.end };
  }
}

/** Reports each access once: for `require.main.paths.x` only `require.main.paths`. */
function isShortest(path: readonly string[]): boolean {
  return !hostModulePath.test(path.slice(0, -1).join('.'));
}

/** `createRequire(…)` returns a `require`: n8n reports its module, and another rule what it loads. */
function isRequireFactory(node: Node, view: SourceView): boolean {
  return node.type === 'CallExpression' && view.globals.of(node.callee)?.join('.') !== 'Reflect.get';
}
