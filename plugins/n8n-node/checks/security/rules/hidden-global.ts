import type { Node } from 'oxc-parser';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** What a node may not reach by its own name; `eval` and `Function` have a rule of their own. */
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

/** Ways from a module to the modules of the host that loaded it. */
const hostModulePath = /^(module\.(constructor|children|parent\..+)|require\.(cache|extensions|main\..+))$/;

/** Globals that are reached without their name in the source. */
export const hiddenGlobal: NodeRule = {
  code: 'security-hidden-global',
  title: 'A restricted global is reached without saying its name',
  severity: 'error',
  why: 'Nodes must not reach the process, its environment or the timers of n8n. Going there by a computed name or through another object only hides it from the linter.',
  fix: 'Take settings from credentials or parameters, `sleep` from n8n-workflow, and leave the process alone.',
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
    return [{ message: `\`${name}\` is reached in a way that hides its name`, start: node.start, end: node.end }];
  },
};

/** The modules of the host. */
export const hostModules: NodeRule = {
  code: 'security-host-modules',
  title: 'The code reaches into the modules of n8n',
  severity: 'error',
  why: 'Through the module cache, its parent or its constructor a node can load and change any module of the n8n that runs it.',
  fix: "Use what n8n gives a node: `this.helpers`, and the exports of 'n8n-workflow'.",
  bad: "module.constructor._load('child_process');",
  good: 'await this.helpers.httpRequest(options);',
  docs: docs.verification,
  types: ['MemberExpression'],
  check({ node, view }) {
    const path = view.globals.of(node);
    if (!path || !hostModulePath.test(path.slice(0, 3).join('.')) || !isShortest(path)) return undefined;
    const message = `\`${path.join('.')}\` reaches modules of the host that loaded this one`;
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
    const name = property.type === 'Property' ? (keyName(property) ?? constantKey(property, view)) : undefined;
    if (name === undefined || !restricted.has(name)) continue;
    const message = `\`${name}\` is reached in a way that hides its name`;
    yield { message, start: property.start, end: property.end };
  }
}

function constantKey({ key }: { key: Node }, view: SourceView): string | undefined {
  return view.constants.text(key)?.text;
}

/** Each access once: of `require.main.paths.x` only `require.main.paths`. */
function isShortest(path: readonly string[]): boolean {
  return !hostModulePath.test(path.slice(0, -1).join('.'));
}

/** `createRequire(…)` makes a `require`; its module is n8n's to judge, what it loads the rule's for `require`. */
function isRequireFactory(node: Node, view: SourceView): boolean {
  return node.type === 'CallExpression' && view.globals.of(node.callee)?.join('.') !== 'Reflect.get';
}
