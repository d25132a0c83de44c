import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

const field = (source: string) => `export const field = { ${source} };`;
const wrongDefault =
  'The editor starts with this value; one of another type shows as empty or breaks expressions that rely on it.';

/** What n8n's linter asks of the types and default values of a node's fields. */
export const fieldValueRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-missing',
    title: 'A field has no default',
    why: 'n8n needs a value for fields that nobody has touched.',
    fix: 'Add `default`, empty where nothing is sensible.',
    bad: field("displayName: 'Note', name: 'note', type: 'string'"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-string',
    title: 'The default of a text field is no text',
    why: wrongDefault,
    fix: 'Set `default` to a string.',
    bad: field("displayName: 'Note', name: 'note', type: 'string', default: 0"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: '0'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-number',
    title: 'The default of a number field is no number',
    why: wrongDefault,
    fix: 'Set `default` to a number.',
    bad: field("displayName: 'Age', name: 'age', type: 'number', default: '18'"),
    good: field("displayName: 'Age', name: 'age', type: 'number', default: 18"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-boolean',
    title: 'The default of a switch is neither true nor false',
    why: wrongDefault,
    fix: 'Set `default` to true or false.',
    bad: field("displayName: 'Paid', name: 'paid', type: 'boolean', default: 'true'"),
    good: field("displayName: 'Paid', name: 'paid', type: 'boolean', default: true"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-options',
    title: 'The default of a list is none of its options',
    why: 'The list starts with nothing chosen, and the node gets a value that it does not know.',
    fix: 'Set `default` to the value of one of the options.',
    bad: field(
      "displayName: 'Size', name: 'size', type: 'options', options: [{ name: 'Small', value: 's' }], default: 'm'",
    ),
    good: field(
      "displayName: 'Size', name: 'size', type: 'options', options: [{ name: 'Small', value: 's' }], default: 's'",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-multi-options',
    title: 'The default of a multiple choice is no list',
    why: wrongDefault,
    fix: 'Set `default` to a list of values, or [].',
    bad: field("displayName: 'Tags', name: 'tags', type: 'multiOptions', options: [], default: ''"),
    good: field("displayName: 'Tags', name: 'tags', type: 'multiOptions', options: [], default: []"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-collection',
    title: 'The default of a collection is no object',
    why: wrongDefault,
    fix: 'Set `default` to {}.',
    bad: field("displayName: 'Options', name: 'options', type: 'collection', options: [], default: ''"),
    good: field("displayName: 'Options', name: 'options', type: 'collection', options: [], default: {}"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-fixed-collection',
    title: 'The default of a fixed collection is no object',
    why: wrongDefault,
    fix: 'Set `default` to {}.',
    bad: field("displayName: 'Lines', name: 'lines', type: 'fixedCollection', options: [], default: ''"),
    good: field("displayName: 'Lines', name: 'lines', type: 'fixedCollection', options: [], default: {}"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-limit',
    title: 'The limit of results does not start at 50',
    why: 'All nodes of n8n start with 50 results; another number surprises.',
    fix: 'Set `default` to 50.',
    bad: limit({ default: '100' }),
    good: limit({ default: '50' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-type-options-missing-from-limit',
    title: 'The limit of results has no smallest value',
    why: 'The editor then also takes 0 and negative numbers, which services refuse.',
    fix: 'Add `typeOptions: { minValue: 1 }`.',
    bad: limit({ typeOptions: '' }),
    good: limit({ typeOptions: '{ minValue: 1 }' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-min-value-wrong-for-limit',
    title: 'The smallest limit of results is below 1',
    why: 'A limit of nothing makes no sense, and services refuse it.',
    fix: 'Set `minValue` to 1 or more.',
    bad: limit({ typeOptions: '{ minValue: 0 }' }),
    good: limit({ typeOptions: '{ minValue: 2 }' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-default-wrong-for-simplify',
    title: 'The switch Simplify starts switched off',
    why: 'It is there so that people get the few fields they need without asking for it.',
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
    title: 'A field says that it is not required',
    why: 'Fields are not required unless they say so; the line only adds noise.',
    fix: 'Remove `required: false`.',
    bad: field("displayName: 'Note', name: 'note', type: 'string', required: false, default: ''"),
    good: field("displayName: 'Note', name: 'note', type: 'string', required: true, default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-collection-type-item-required',
    title: 'A field inside a collection is required',
    why: 'People add fields of a collection only when they want them; required and optional contradict each other.',
    fix: 'Remove `required: true`, or move the field out of the collection.',
    bad: collection("{ displayName: 'Note', name: 'note', type: 'string', required: true, default: '' }"),
    good: collection("{ displayName: 'Note', name: 'note', type: 'string', default: '' }"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-color-type-unused',
    title: 'A colour is asked for as text',
    why: 'n8n has a colour picker; text invites values that the service does not take.',
    fix: "Set `type` to 'color'.",
    bad: field("displayName: 'Color', name: 'color', type: 'string', default: ''"),
    good: field("displayName: 'Color', name: 'color', type: 'color', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-type-options-password-missing',
    title: 'A secret is asked for in a readable field',
    why: 'It stays on the screen, in screenshots and in the exported workflow.',
    fix: 'Ask for it in a credential, or add `typeOptions: { password: true }`.',
    bad: field("displayName: 'Password', name: 'password', type: 'string', default: ''"),
    good: field(
      "displayName: 'Password', name: 'password', type: 'string', typeOptions: { password: true }, default: ''",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-array-type-assertion',
    title: 'A list of fields is asserted instead of typed',
    why: 'An assertion hides misspelt properties from the compiler; a type does not.',
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
