import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

const sorted = 'Users find an entry faster in alphabetical order. n8n requires it for five or more entries.';
const noExpression =
  'The fields that the editor shows depend on this value, and the value of an expression is known only when the workflow runs.';
const inAscending = ['Apple', 'Fig', 'Lime', 'Pear', 'Plum'];
const mixed = ['Plum', 'Pear', 'Lime', 'Fig', 'Apple'];

const choice = (options: string, { name = 'size', type = 'options', more = '' } = {}) => `export const field = {
  displayName: '${name[0]?.toUpperCase()}${name.slice(1)}',
  name: '${name}',
  type: '${type}',${more && `\n  ${more},`}
  options: [
${options}
  ],
  default: ${type === 'options' ? "''" : '[]'},
};`;
const option = (name: string, value: string, more = '') =>
  `    { name: '${name}', value: '${value}'${more && `, ${more}`} },`;
const fruits = (names: readonly string[], type: string) =>
  choice(names.map((name) => option(name, name.toLowerCase())).join('\n'), { name: 'fruit', type }).replace(
    "default: ''",
    "default: 'fig'",
  );
const items = (names: readonly string[]) =>
  names
    .map((name) => `    { displayName: '${name}', name: '${name.toLowerCase()}', type: 'string', default: '' },`)
    .join('\n');
const operation = (options: string, more = 'noDataExpression: true') =>
  choice(options, { name: 'operation', more }).replace("default: ''", "default: 'send'");
const send = option('Send', 'send', "action: 'Send an order'");
const resource = (options: string, more = 'noDataExpression: true') =>
  choice(options, { name: 'resource', more }).replace("default: ''", "default: 'order'");

/** n8n's rules about options, and about resources and operations in particular. */
export const fieldOptionRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-options-type-unsorted-items',
    title: 'Options are not in alphabetical order',
    why: sorted,
    fix: 'Sort the options by `name`.',
    bad: fruits(mixed, 'options'),
    good: fruits(inAscending, 'options'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-multi-options-type-unsorted-items',
    title: 'Multi-options are not in alphabetical order',
    why: sorted,
    fix: 'Sort the options by `name`.',
    bad: fruits(mixed, 'multiOptions'),
    good: fruits(inAscending, 'multiOptions'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-collection-type-unsorted-items',
    title: 'Fields of a collection are not in alphabetical order',
    why: sorted,
    fix: 'Sort the fields by `displayName`.',
    bad: choice(items(mixed), { name: 'extras', type: 'collection' }).replace('default: []', 'default: {}'),
    good: choice(items(inAscending), { name: 'extras', type: 'collection' }).replace('default: []', 'default: {}'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-fixed-collection-type-unsorted-items',
    title: 'Fields of a fixed collection are not in alphabetical order',
    why: sorted,
    fix: 'Sort the fields by `displayName`.',
    bad: `export const group = { displayName: 'Basket', name: 'basket', values: [\n${items(mixed)}\n  ] };`,
    good: `export const group = { displayName: 'Basket', name: 'basket', values: [\n${items(inAscending)}\n  ] };`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-value-duplicate',
    title: 'Two options have the same value',
    why: 'The node cannot tell the options apart, and the editor always shows the first one as selected.',
    fix: 'Give each option a different value, or remove one.',
    bad: choice([option('Small', 's'), option('Tiny', 's')].join('\n')).replace("default: ''", "default: 's'"),
    good: choice([option('Small', 's'), option('Tiny', 'xs')].join('\n')).replace("default: ''", "default: 's'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-duplicate',
    title: 'Two options have the same name',
    why: 'Users cannot tell the options apart.',
    fix: 'Rename one of them.',
    bad: choice([option('Small', 's'), option('Small', 'xs')].join('\n')).replace("default: ''", "default: 's'"),
    good: choice([option('Small', 's'), option('Extra Small', 'xs')].join('\n')).replace("default: ''", "default: 's'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-containing-star',
    title: 'Option name is "*"',
    why: 'Not all users know that an asterisk means everything. n8n uses [All].',
    fix: 'Rename the option to [All].',
    bad: choice(option('*', 'all')).replace("default: ''", "default: 'all'"),
    good: choice(option('[All]', 'all')).replace("default: ''", "default: 'all'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-wrong-for-get-many',
    title: 'Operation that returns a list is not named Get Many',
    why: 'The operation has the same name in every node. "Get All" is wrong if a limit applies.',
    fix: 'Rename the option to "Get Many".',
    bad: "export const option = { name: 'Get All', value: 'getAll', action: 'Get many orders' };",
    good: "export const option = { name: 'Get Many', value: 'getAll', action: 'Get many orders' };",
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-wrong-for-upsert',
    title: 'Upsert operation is not named Create or Update',
    why: '"Upsert" is a technical term. n8n uses "Create or Update".',
    fix: 'Rename the option to "Create or Update".',
    bad: "export const option = { name: 'Upsert', value: 'upsert', action: 'Upsert an order' };",
    good: "export const option = { name: 'Create or Update', value: 'upsert', action: 'Upsert an order' };",
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-without-action',
    title: 'Operation has no action',
    why: 'The nodes panel lists actions, so users do not find an operation without one.',
    fix: 'Add `action`, for example "Send an order".',
    bad: operation("    { name: 'Send', value: 'send', description: 'Send an order to the shop' },"),
    good: operation(
      "    { name: 'Send', value: 'send', description: 'Send it to the shop', action: 'Send an order' },",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-action-miscased',
    title: 'Action is not in sentence case',
    why: 'Actions in the nodes panel are in sentence case: only the first word starts with a capital letter.',
    fix: 'Write the action in sentence case.',
    bad: operation(option('Send', 'send', "action: 'Send An Order'")),
    good: operation(option('Send', 'send', "action: 'Send an order'")),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-action-wrong-for-get-many',
    title: 'Action of Get Many says "all"',
    why: 'If a limit applies, the operation does not return all results.',
    fix: 'Start the action with "Get many".',
    bad: operation([send, option('Get Many', 'getAll', "action: 'Get all orders'")].join('\n')),
    good: operation([send, option('Get Many', 'getAll', "action: 'Get many orders'")].join('\n')),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-description-wrong-for-get-many',
    title: 'Description of Get Many says "all"',
    why: 'If a limit applies, the operation does not return all results.',
    fix: 'Write "many" instead of "all".',
    bad: operation(
      [send, option('Get Many', 'getAll', "action: 'Get many orders', description: 'Retrieve all orders'")].join('\n'),
    ),
    good: operation(
      [send, option('Get Many', 'getAll', "action: 'Get many orders', description: 'Retrieve many orders'")].join('\n'),
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-without-no-data-expression',
    title: 'Parameter "operation" allows expressions',
    why: noExpression,
    fix: 'Add `noDataExpression: true`.',
    bad: operation(send, 'noDataExpression: false'),
    good: operation(send, 'noDataExpression: true'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-resource-without-no-data-expression',
    title: 'Parameter "resource" allows expressions',
    why: noExpression,
    fix: 'Add `noDataExpression: true`.',
    bad: resource(option('Order', 'order'), ''),
    good: resource(option('Order', 'order'), 'noDataExpression: true'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-resource-with-plural-option',
    title: 'Resource name is plural',
    why: 'A resource is named after one object: "Order" with the operations "Get" and "Get Many".',
    fix: 'Use the singular form.',
    bad: resource(option('Orders', 'order')),
    good: resource(option('Order', 'order')),
  }),
];
