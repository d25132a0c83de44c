import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

/** The texts that n8n's linter asks for, word by word. */
const standard = {
  limit: 'Max number of results to return',
  returnAll: 'Whether to return all results or only up to a given limit',
  simplify: 'Whether to return a simplified version of the response instead of the raw data',
  ignoreSsl: 'Whether to connect even if SSL certificate validation is not possible',
  options:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  multiOptions:
    'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  upsert: 'Create a new record, or update the current one if it already exists (upsert)',
};

const sameEverywhere = 'The field is in most nodes of n8n and is explained in the same words in all of them.';
const saysHow = 'Nobody guesses that a loaded list also takes an expression; the same sentence says so in every node.';
const ask = (text: string) => `Use "${text}".`;

const fields = {
  limit: "displayName: 'Limit', name: 'limit', type: 'number', typeOptions: { minValue: 1 }, default: 50",
  returnAll: "displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false",
  simplify: "displayName: 'Simplify', name: 'simple', type: 'boolean', default: true",
  ignoreSsl: "displayName: 'Ignore SSL Issues', name: 'allowUnauthorizedCerts', type: 'boolean', default: false",
  options:
    "displayName: 'Shop Name or ID', name: 'shop', type: 'options', typeOptions: { loadOptionsMethod: 'getShops' }, default: ''",
  multiOptions:
    "displayName: 'Shop Names or IDs', name: 'shops', type: 'multiOptions', typeOptions: { loadOptionsMethod: 'getShops' }, default: []",
  upsert: "name: 'Create or Update', value: 'upsert', action: 'Upsert an order'",
};

const example = (kind: keyof typeof fields, description?: string) =>
  `export const field = { ${fields[kind]}${description === undefined ? '' : `, description: '${description}'`} };`;

/** What n8n's linter asks of the descriptions of fields that most nodes have. */
export const standardDescriptionRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-from-limit',
    title: 'The limit of results has no description',
    why: sameEverywhere,
    fix: ask(standard.limit),
    bad: example('limit'),
    good: example('limit', standard.limit),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-limit',
    title: 'The limit of results is described in other words',
    why: sameEverywhere,
    fix: ask(standard.limit),
    bad: example('limit', 'How many orders to get'),
    good: example('limit', standard.limit),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-for-return-all',
    title: 'The switch Return All has no description',
    why: sameEverywhere,
    fix: ask(standard.returnAll),
    bad: example('returnAll'),
    good: example('returnAll', standard.returnAll),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-return-all',
    title: 'The switch Return All is described in other words',
    why: sameEverywhere,
    fix: ask(standard.returnAll),
    bad: example('returnAll', 'Whether to return every order'),
    good: example('returnAll', standard.returnAll),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-for-simplify',
    title: 'The switch Simplify has no description',
    why: sameEverywhere,
    fix: ask(standard.simplify),
    bad: example('simplify'),
    good: example('simplify', standard.simplify),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-simplify',
    title: 'The switch Simplify is described in other words',
    why: sameEverywhere,
    fix: ask(standard.simplify),
    bad: example('simplify', 'Whether to return the main fields only'),
    good: example('simplify', standard.simplify),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-for-ignore-ssl-issues',
    title: 'The switch Ignore SSL Issues has no description',
    why: sameEverywhere,
    fix: ask(standard.ignoreSsl),
    bad: example('ignoreSsl'),
    good: example('ignoreSsl', standard.ignoreSsl),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-ignore-ssl-issues',
    title: 'The switch Ignore SSL Issues is described in other words',
    why: sameEverywhere,
    fix: ask(standard.ignoreSsl),
    bad: example('ignoreSsl', 'Whether to accept invalid certificates'),
    good: example('ignoreSsl', standard.ignoreSsl),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-from-dynamic-options',
    title: 'A loaded list does not say that it takes an expression',
    why: saysHow,
    fix: ask(standard.options),
    bad: example('options'),
    good: example('options', standard.options),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-dynamic-options',
    title: 'A loaded list says in other words that it takes an expression',
    why: saysHow,
    fix: `End the description with "${standard.options}".`,
    bad: example('options', 'Shop that sends the order'),
    good: example('options', `Shop that sends the order. ${standard.options}.`),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-from-dynamic-multi-options',
    title: 'A loaded multiple choice does not say that it takes an expression',
    why: saysHow,
    fix: ask(standard.multiOptions),
    bad: example('multiOptions'),
    good: example('multiOptions', standard.multiOptions),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-dynamic-multi-options',
    title: 'A loaded multiple choice says in other words that it takes an expression',
    why: saysHow,
    fix: `End the description with "${standard.multiOptions}".`,
    bad: example('multiOptions', 'Shops that send the order'),
    good: example('multiOptions', `Shops that send the order. ${standard.multiOptions}.`),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-upsert',
    title: 'The operation that creates or updates is described in other words',
    why: sameEverywhere,
    fix: `${ask(standard.upsert)} The word "record" may be the name of the resource.`,
    bad: example('upsert', 'Write an order'),
    good: example('upsert', standard.upsert.replace('record', 'order')),
  }),
];
