import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

export const patternKeepsPlace: NodeRule = {
  code: 'nodes-pattern-keeps-place',
  title: 'Regular expression of a module is tested with the flag "g"',
  severity: 'error',
  why: 'With the flag `g` or `y`, `test` goes on after the last match: for the next text it returns false although the text matches, for every second item for example.',
  fix: 'Remove the flag `g`.',
  bad: 'const model = /claude/g;\nexport const isKnown = (name: string) => model.test(name);',
  good: 'const model = /claude/;\nexport const isKnown = (name: string) => model.test(name);',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/RegExp/test#using_test_on_a_regex_with_the_global_flag',
  types: ['CallExpression'],
  check({ node, view }) {
    const callee = node.type === 'CallExpression' ? unwrap(node.callee) : undefined;
    if (callee?.type !== 'MemberExpression' || memberName(callee) !== 'test') return undefined;
    const object = unwrap(callee.object);
    if (object.type !== 'Identifier') return undefined;
    const binding = view.tree.scopeOf(object).lookup(object.name);
    const value = view.constants.value(object);
    if (value?.type !== 'Literal' || !('regex' in value) || !/[gy]/.test(value.regex.flags)) return undefined;
    // One that a function makes anew begins anew, and a loop ends at the beginning.
    if (binding?.scope.parent !== undefined || isCondition(node)) return undefined;
    // `replace` and others set it back.
    if (setsBack(object.name).test(view.text)) return undefined;
    const message = `"${object.name}" has the flag "${value.regex.flags}": \`test\` goes on after the last match`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** What is handed on, or used otherwise: `text.replace(pattern, '')`, `pattern.lastIndex = 0`. */
function setsBack(name: string): RegExp {
  const own = String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`;
  return new RegExp(String.raw`[(,]\s*${own}\s*[,)]|${own}(?:\[|\.(?:lastIndex|exec)\b)`);
}

/** `while (text && pattern.test(text))` */
function isCondition(test: Node): boolean {
  const { parent } = test;
  if (parent?.type === 'LogicalExpression') return isCondition(parent);
  return (parent?.type === 'WhileStatement' || parent?.type === 'ForStatement') && parent.test === test;
}
