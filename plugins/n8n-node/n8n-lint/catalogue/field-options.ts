import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

const sorted = "People look for an entry by its first letter; from five on the order has to be the alphabet's.";
const noExpression =
  'Which fields the editor shows depends on this choice; an expression is only known when the workflow runs.';
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

/** What n8n's linter asks of choices, of resources and operations above all. */
export const fieldOptionRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-options-type-unsorted-items',
    title: 'A list of five or more options is not in alphabetical order',
    why: sorted,
    fix: 'Sort the options by `name`.',
    bad: fruits(mixed, 'options'),
    good: fruits(inAscending, 'options'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-multi-options-type-unsorted-items',
    title: 'A multiple choice of five or more is not in alphabetical order',
    why: sorted,
    fix: 'Sort the options by `name`.',
    bad: fruits(mixed, 'multiOptions'),
    good: fruits(inAscending, 'multiOptions'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-collection-type-unsorted-items',
    title: 'A collection of five or more fields is not in alphabetical order',
    why: sorted,
    fix: 'Sort the fields by `displayName`.',
    bad: choice(items(mixed), { name: 'extras', type: 'collection' }).replace('default: []', 'default: {}'),
    good: choice(items(inAscending), { name: 'extras', type: 'collection' }).replace('default: []', 'default: {}'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-fixed-collection-type-unsorted-items',
    title: 'A group of five or more fields is not in alphabetical order',
    why: sorted,
    fix: 'Sort the fields by `displayName`.',
    bad: `export const group = { displayName: 'Basket', name: 'basket', values: [\n${items(mixed)}\n  ] };`,
    good: `export const group = { displayName: 'Basket', name: 'basket', values: [\n${items(inAscending)}\n  ] };`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-value-duplicate',
    title: 'Two options have the same value',
    why: 'The node cannot tell them apart, and the editor shows the first whichever was chosen.',
    fix: 'Remove one, or give it its own value.',
    bad: choice([option('Small', 's'), option('Tiny', 's')].join('\n')).replace("default: ''", "default: 's'"),
    good: choice([option('Small', 's'), option('Tiny', 'xs')].join('\n')).replace("default: ''", "default: 's'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-duplicate',
    title: 'Two options have the same name',
    why: 'People cannot tell them apart.',
    fix: 'Rename one of them.',
    bad: choice([option('Small', 's'), option('Small', 'xs')].join('\n')).replace("default: ''", "default: 's'"),
    good: choice([option('Small', 's'), option('Extra Small', 'xs')].join('\n')).replace("default: ''", "default: 's'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-containing-star',
    title: 'An option is named with a star',
    why: 'A star means everything only to those who know; n8n writes [All].',
    fix: 'Name it [All].',
    bad: choice(option('*', 'all')).replace("default: ''", "default: 'all'"),
    good: choice(option('[All]', 'all')).replace("default: ''", "default: 'all'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-wrong-for-get-many',
    title: 'The operation that lists things is not named Get Many',
    why: 'It bears the same name in every node; Get All would promise more than a limit lets through.',
    fix: 'Name it Get Many.',
    bad: "export const option = { name: 'Get All', value: 'getAll', action: 'Get many orders' };",
    good: "export const option = { name: 'Get Many', value: 'getAll', action: 'Get many orders' };",
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-option-name-wrong-for-upsert',
    title: 'The operation that creates or updates is not named so',
    why: 'Upsert is a word of programmers; n8n writes Create or Update.',
    fix: 'Name it Create or Update.',
    bad: "export const option = { name: 'Upsert', value: 'upsert', action: 'Upsert an order' };",
    good: "export const option = { name: 'Create or Update', value: 'upsert', action: 'Upsert an order' };",
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-without-action',
    title: 'An operation has no action',
    why: 'The list of nodes shows actions: an operation without one cannot be found there.',
    fix: 'Add `action`, for example Send an order.',
    bad: operation("    { name: 'Send', value: 'send', description: 'Send an order to the shop' },"),
    good: operation(
      "    { name: 'Send', value: 'send', description: 'Send it to the shop', action: 'Send an order' },",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-action-miscased',
    title: 'An action is not written as a sentence',
    why: 'Actions read as sentences in the list of nodes: a capital letter only at the beginning.',
    fix: 'Write it in sentence case.',
    bad: operation(option('Send', 'send', "action: 'Send An Order'")),
    good: operation(option('Send', 'send', "action: 'Send an order'")),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-action-wrong-for-get-many',
    title: 'The action of Get Many says all',
    why: 'With a limit it does not return all of them.',
    fix: 'Write Get many.',
    bad: operation([send, option('Get Many', 'getAll', "action: 'Get all orders'")].join('\n')),
    good: operation([send, option('Get Many', 'getAll', "action: 'Get many orders'")].join('\n')),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-option-description-wrong-for-get-many',
    title: 'The description of Get Many says all',
    why: 'With a limit it does not return all of them.',
    fix: 'Write many.',
    bad: operation(
      [send, option('Get Many', 'getAll', "action: 'Get many orders', description: 'Retrieve all orders'")].join('\n'),
    ),
    good: operation(
      [send, option('Get Many', 'getAll', "action: 'Get many orders', description: 'Retrieve many orders'")].join('\n'),
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-operation-without-no-data-expression',
    title: 'The operation can be an expression',
    why: noExpression,
    fix: 'Add `noDataExpression: true`.',
    bad: operation(send, 'noDataExpression: false'),
    good: operation(send, 'noDataExpression: true'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-resource-without-no-data-expression',
    title: 'The resource can be an expression',
    why: noExpression,
    fix: 'Add `noDataExpression: true`.',
    bad: resource(option('Order', 'order'), ''),
    good: resource(option('Order', 'order'), 'noDataExpression: true'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-resource-with-plural-option',
    title: 'A resource is named in the plural',
    why: 'A resource is one thing: Order, then Get, Get Many.',
    fix: 'Use the singular.',
    bad: resource(option('Orders', 'order')),
    good: resource(option('Order', 'order')),
  }),
];
