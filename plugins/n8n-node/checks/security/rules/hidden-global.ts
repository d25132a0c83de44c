import type { Node } from 'oxc-parser';
import { keyName } from '../../../ast/scope.ts';
import type { NodeDetector, Sight, SourceView } from '../../../model/sources/source-view.ts';

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
const hostModules = /^(module\.(constructor|children|parent\..+)|require\.(cache|extensions|main\..+))$/;

/** Globals that are reached without saying their name, and the host's modules. */
export const hiddenGlobal: NodeDetector = {
  types: ['VariableDeclarator', 'MemberExpression', 'CallExpression'],
  see(node, view) {
    if (node.type === 'VariableDeclarator') return destructured(node, view);
    const path = view.globals.of(node);
    if (!path || path.length === 0) return undefined;
    const [name = ''] = path;
    const { start, end } = node;
    if (path.length === 1 && restricted.has(name) && !isRequireFactory(node, view)) {
      const message = `\`${name}\` is reached in a way that hides its name`;
      return [{ code: 'security-hidden-global', message, start, end }];
    }
    if (node.type !== 'MemberExpression' || !hostModules.test(path.slice(0, 3).join('.')) || !isShortest(path))
      return undefined;
    const message = `\`${path.join('.')}\` reaches modules of the host that loaded this one`;
    return [{ code: 'security-host-modules', message, start, end }];
  },
};

/** `const { process: p } = root` */
function* destructured({ id, init }: Extract<Node, { type: 'VariableDeclarator' }>, view: SourceView): Iterable<Sight> {
  if (id.type !== 'ObjectPattern' || !init || view.globals.of(init)?.length !== 0) return;
  for (const property of id.properties) {
    const name = property.type === 'Property' ? (keyName(property) ?? constantKey(property, view)) : undefined;
    if (name === undefined || !restricted.has(name)) continue;
    const message = `\`${name}\` is reached in a way that hides its name`;
    yield { code: 'security-hidden-global', message, start: property.start, end: property.end };
  }
}

function constantKey({ key }: { key: Node }, view: SourceView): string | undefined {
  return view.constants.text(key)?.text;
}

/** Each access once: of `require.main.paths.x` only `require.main.paths`. */
function isShortest(path: readonly string[]): boolean {
  return !hostModules.test(path.slice(0, -1).join('.'));
}

/** `createRequire(…)` makes a `require`; its module is n8n's to judge, what it loads the rule's for `require`. */
function isRequireFactory(node: Node, view: SourceView): boolean {
  return node.type === 'CallExpression' && view.globals.of(node.callee)?.join('.') !== 'Reflect.get';
}
