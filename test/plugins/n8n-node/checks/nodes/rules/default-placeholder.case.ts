import type { RuleCase } from '../../../rule-case.ts';
import type { Given } from '../../../shared-rules/given-package.ts';

const requesting = (name: string) => ({
  ...{ displayName: 'Order', name: 'order', type: 'string', default: '' },
  routing: { request: { url: `=/orders/{{ $parameter.${name} }}` } },
});
const text = (name: string, initial: string, more: object = {}): Given => ({
  node: {
    requestDefaults: { baseURL: 'https://api.acme.example' },
    properties: [{ displayName: name, name, type: 'string', default: initial, ...more }, requesting(name)],
  },
  methods: [],
});
/** A node whose code may fill in what a text contains. */
const withCode = (name: string, initial: string): Given => ({
  node: { properties: [{ displayName: name, name, type: 'string', default: initial }] },
});
const sent = (initial: string): Given => ({
  node: {
    requestDefaults: { baseURL: 'https://api.acme.example' },
    properties: [
      {
        ...{ displayName: 'Group', name: 'group', type: 'string', default: initial },
        routing: { request: { url: '/groups' }, send: { type: 'query', property: 'group' } },
      },
    ],
  },
  methods: [],
});

export const cases: readonly RuleCase<Given>[] = [
  {
    code: 'nodes-default-placeholder',
    case: 'a variable with the name of the parameter',
    bad: text('groupId', '{{group_id}}'),
    good: text('title', '{{group_id}}'),
  },
  {
    code: 'nodes-default-placeholder',
    case: 'a variable, unless code may fill it in',
    bad: text('groupId', '{{groupId}}'),
    good: withCode('groupId', '{{groupId}}'),
  },
  {
    code: 'nodes-default-placeholder',
    case: 'a variable that is sent',
    bad: sent('{{groupJid}}'),
    good: sent('={{ $json.groupJid }}'),
  },
  {
    code: 'nodes-default-placeholder',
    case: 'a text that is more than a variable, or a template',
    bad: text('name', '{{name}}'),
    good: text('name', '{{name}}', { description: 'Variables are replaced for each person' }),
  },
];
