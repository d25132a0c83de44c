import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

const field = (source: string) => `export const field = { ${source} };`;
const wrongDefault =
  'The editor starts with the default. If its type is wrong, the field looks empty, or expressions that use it fail.';

/** n8n's rules about types and defaults of parameters. */
export const fieldValueRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-missing',
    title: 'Parameter has no default',
    why: 'n8n needs a value for parameters that the user has not changed.',
    fix: 'Add `default`. Use an empty value if no other makes sense.',
    bad: field("displayName: 'Note', name: 'note', type: 'string'"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-string',
    title: 'Default of a string parameter is not a string',
    why: wrongDefault,
    fix: 'Set `default` to a string.',
    bad: field("displayName: 'Note', name: 'note', type: 'string', default: 0"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: '0'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-number',
    title: 'Default of a number parameter is not a number',
    why: wrongDefault,
    fix: 'Set `default` to a number.',
    bad: field("displayName: 'Age', name: 'age', type: 'number', default: '18'"),
    good: field("displayName: 'Age', name: 'age', type: 'number', default: 18"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-boolean',
    title: 'Default of a boolean parameter is not a boolean',
    why: wrongDefault,
    fix: 'Set `default` to true or false.',
    bad: field("displayName: 'Paid', name: 'paid', type: 'boolean', default: 'true'"),
    good: field("displayName: 'Paid', name: 'paid', type: 'boolean', default: true"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-options',
    title: 'Default of an options parameter is not one of its options',
    why: 'The list starts with nothing selected, and the node gets an unknown value.',
    fix: 'Set `default` to the value of an option.',
    bad: field(
      "displayName: 'Size', name: 'size', type: 'options', options: [{ name: 'Small', value: 's' }], default: 'm'",
    ),
    good: field(
      "displayName: 'Size', name: 'size', type: 'options', options: [{ name: 'Small', value: 's' }], default: 's'",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-multi-options',
    title: 'Default of a multi-options parameter is not an array',
    why: wrongDefault,
    fix: 'Set `default` to an array of values, or [].',
    bad: field("displayName: 'Tags', name: 'tags', type: 'multiOptions', options: [], default: ''"),
    good: field("displayName: 'Tags', name: 'tags', type: 'multiOptions', options: [], default: []"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-collection',
    title: 'Default of a collection is not an object',
    why: wrongDefault,
    fix: 'Set `default` to {}.',
    bad: field("displayName: 'Options', name: 'options', type: 'collection', options: [], default: ''"),
    good: field("displayName: 'Options', name: 'options', type: 'collection', options: [], default: {}"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-fixed-collection',
    title: 'Default of a fixed collection is not an object',
    why: wrongDefault,
    fix: 'Set `default` to {}.',
    bad: field("displayName: 'Lines', name: 'lines', type: 'fixedCollection', options: [], default: ''"),
    good: field("displayName: 'Lines', name: 'lines', type: 'fixedCollection', options: [], default: {}"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-limit',
    title: 'Default of the "Limit" parameter is not 50',
    why: 'The default limit is 50 in all nodes of n8n.',
    fix: 'Set `default` to 50.',
    bad: limit({ default: '100' }),
    good: limit({ default: '50' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-type-options-missing-from-limit',
    title: '"Limit" parameter has no minimum value',
    why: 'Without a minimum, the editor accepts 0 and negative numbers, which services reject.',
    fix: 'Add `typeOptions: { minValue: 1 }`.',
    bad: limit({ typeOptions: '' }),
    good: limit({ typeOptions: '{ minValue: 1 }' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-min-value-wrong-for-limit',
    title: 'Minimum value of the "Limit" parameter is less than 1',
    why: 'A limit below 1 makes no sense, and services reject it.',
    fix: 'Set `minValue` to 1 or more.',
    bad: limit({ typeOptions: '{ minValue: 0 }' }),
    good: limit({ typeOptions: '{ minValue: 2 }' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-simplify',
    title: 'Default of the "Simplify" parameter is not true',
    why: 'The parameter exists so that users get the most important fields by default.',
    fix: 'Set `default` to true.',
    bad: field(
      "displayName: 'Simplify', name: 'simple', type: 'boolean', default: false, description: 'Whether to return a simplified version of the response instead of the raw data'",
    ),
    good: field(
      "displayName: 'Simplify', name: 'simple', type: 'boolean', default: true, description: 'Whether to return a simplified version of the response instead of the raw data'",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-required-false',
    title: 'Unnecessary `required: false`',
    why: 'Parameters are optional by default, so the line has no effect.',
    fix: 'Remove `required: false`.',
    bad: field("displayName: 'Note', name: 'note', type: 'string', required: false, default: ''"),
    good: field("displayName: 'Note', name: 'note', type: 'string', required: true, default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-collection-type-item-required',
    title: 'Field of a collection is required',
    why: 'Users add fields of a collection only if they need them, so a field cannot be required.',
    fix: 'Remove `required: true`, or move the field out of the collection.',
    bad: collection("{ displayName: 'Note', name: 'note', type: 'string', required: true, default: '' }"),
    good: collection("{ displayName: 'Note', name: 'note', type: 'string', default: '' }"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-color-type-unused',
    title: 'Color parameter is not of type color',
    why: 'n8n has a color picker. With a text field, users may enter values that the service does not accept.',
    fix: "Set `type` to 'color'.",
    bad: field("displayName: 'Color', name: 'color', type: 'string', default: ''"),
    good: field("displayName: 'Color', name: 'color', type: 'color', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-type-options-password-missing',
    title: 'Secret parameter is not a password field',
    why: 'The value is visible on the screen, in screenshots and in exported workflows.',
    fix: 'Move the parameter to a credential, or add `typeOptions: { password: true }`.',
    bad: field("displayName: 'Password', name: 'password', type: 'string', default: ''"),
    good: field(
      "displayName: 'Password', name: 'password', type: 'string', typeOptions: { password: true }, default: ''",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-array-type-assertion',
    title: 'Type assertion on an array of parameters',
    why: 'A type assertion hides misspelled properties from the compiler. A type annotation does not.',
    fix: 'Write `const fields: INodeProperties[] = [ … ]`.',
    bad: fieldList('export const fields', ' as INodeProperties[]'),
    good: fieldList('export const fields: INodeProperties[]', ''),
  }),
];

function limit(changes: { default?: string; typeOptions?: string }): string {
  const { typeOptions = '{ minValue: 1 }' } = changes;
  const rest = typeOptions && `typeOptions: ${typeOptions}, `;
  return field(
    `displayName: 'Limit', name: 'limit', type: 'number', ${rest}default: ${changes.default ?? '50'}, description: 'Max number of results to return'`,
  );
}

function collection(item: string): string {
  return field(`displayName: 'Options', name: 'options', type: 'collection', options: [${item}], default: {}`);
}

function fieldList(declaration: string, assertion: string): string {
  return `${declaration} = [
  {
    displayName: 'Note',
    name: 'note',
    type: 'string',
    default: '',
  },
]${assertion};
`;
}
