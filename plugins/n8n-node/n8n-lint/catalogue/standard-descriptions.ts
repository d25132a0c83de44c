import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

/** The exact texts that n8n's linter requires. */
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

const sameEverywhere = 'Most nodes have this parameter, with the same description in all of them.';
const saysHow =
  'The description tells users that dynamic options also accept an expression, with the same sentence in every node.';
const setTo = (text: string) => `Set the description to "${text}".`;

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

/** n8n's rules about descriptions of parameters that most nodes have. */
export const standardDescriptionRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-from-limit',
    title: '"Limit" parameter has no description',
    why: sameEverywhere,
    fix: setTo(standard.limit),
    bad: example('limit'),
    good: example('limit', standard.limit),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-limit',
    title: 'Description of the "Limit" parameter is not the standard one',
    why: sameEverywhere,
    fix: setTo(standard.limit),
    bad: example('limit', 'How many orders to get'),
    good: example('limit', standard.limit),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-for-return-all',
    title: '"Return All" parameter has no description',
    why: sameEverywhere,
    fix: setTo(standard.returnAll),
    bad: example('returnAll'),
    good: example('returnAll', standard.returnAll),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-return-all',
    title: 'Description of the "Return All" parameter is not the standard one',
    why: sameEverywhere,
    fix: setTo(standard.returnAll),
    bad: example('returnAll', 'Whether to return every order'),
    good: example('returnAll', standard.returnAll),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-for-simplify',
    title: '"Simplify" parameter has no description',
    why: sameEverywhere,
    fix: setTo(standard.simplify),
    bad: example('simplify'),
    good: example('simplify', standard.simplify),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-simplify',
    title: 'Description of the "Simplify" parameter is not the standard one',
    why: sameEverywhere,
    fix: setTo(standard.simplify),
    bad: example('simplify', 'Whether to return the main fields only'),
    good: example('simplify', standard.simplify),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-for-ignore-ssl-issues',
    title: '"Ignore SSL Issues" parameter has no description',
    why: sameEverywhere,
    fix: setTo(standard.ignoreSsl),
    bad: example('ignoreSsl'),
    good: example('ignoreSsl', standard.ignoreSsl),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-ignore-ssl-issues',
    title: 'Description of the "Ignore SSL Issues" parameter is not the standard one',
    why: sameEverywhere,
    fix: setTo(standard.ignoreSsl),
    bad: example('ignoreSsl', 'Whether to accept invalid certificates'),
    good: example('ignoreSsl', standard.ignoreSsl),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-from-dynamic-options',
    title: 'Dynamic options have no description',
    why: saysHow,
    fix: setTo(standard.options),
    bad: example('options'),
    good: example('options', standard.options),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-dynamic-options',
    title: 'Description of dynamic options does not end with the standard sentence',
    why: saysHow,
    fix: `End the description with "${standard.options}".`,
    bad: example('options', 'Shop that sends the order'),
    good: example('options', `Shop that sends the order. ${standard.options}.`),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-missing-from-dynamic-multi-options',
    title: 'Dynamic multi-options have no description',
    why: saysHow,
    fix: setTo(standard.multiOptions),
    bad: example('multiOptions'),
    good: example('multiOptions', standard.multiOptions),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-dynamic-multi-options',
    title: 'Description of dynamic multi-options does not end with the standard sentence',
    why: saysHow,
    fix: `End the description with "${standard.multiOptions}".`,
    bad: example('multiOptions', 'Shops that send the order'),
    good: example('multiOptions', `Shops that send the order. ${standard.multiOptions}.`),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-description-wrong-for-upsert',
    title: 'Description of the "Create or Update" operation is not the standard one',
    why: sameEverywhere,
    fix: `${setTo(standard.upsert)} You may replace "record" with the name of the resource.`,
    bad: example('upsert', 'Write an order'),
    good: example('upsert', standard.upsert.replace('record', 'order')),
  }),
];
