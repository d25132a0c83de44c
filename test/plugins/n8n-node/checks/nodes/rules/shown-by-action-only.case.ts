import type { RuleCase } from '../../../rule-case.ts';
import type { Given } from '../../../shared-rules/given-package.ts';

const hidden = (name: string, initial: unknown, values: readonly string[] = []) => ({
  displayName: name,
  name,
  type: 'hidden',
  options: values.map((value) => ({ name: value, value })),
  default: initial,
});
const operation = (show: object) => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  options: [{ name: 'Get', value: 'get', action: 'Get an order' }],
  default: 'get',
  displayOptions: { show },
});
const text = (name: string, displayOptions: object = {}) => ({
  ...{ displayName: name, name, type: 'string', default: '' },
  displayOptions,
});
const node = (...properties: object[]): Given => ({ node: { properties } });
const order = text('orderId', { show: { kind: ['order'] } });
const visible = { displayName: 'Kind', name: 'kind', type: 'string', default: '' };

/** What depends on a hidden parameter: shown to users who select an action, or to nobody. */
export const cases: readonly RuleCase<Given>[] = [
  {
    code: 'nodes-shown-by-action-only',
    case: 'operations of a hidden resource',
    bad: node(hidden('resource', '', ['order']), operation({ resource: ['order'] })),
    good: node(hidden('resource', 'order', ['order']), operation({ resource: ['order'] })),
  },
  {
    code: 'nodes-shown-by-action-only',
    case: 'operations that say themselves what the action sets',
    bad: node(hidden('kind', ''), operation({ kind: ['order'] })),
    good: node(hidden('kind', ''), visible, operation({ kind: ['order'] })),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'one for another value than the default of a hidden parameter',
    bad: node(hidden('kind', 'user'), text('userId'), order),
    good: node(hidden('kind', 'order'), text('userId'), order),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'one for a hidden parameter that is visible elsewhere',
    bad: node(hidden('kind', 'user'), order),
    good: node(hidden('kind', 'user'), visible, order),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'one for a hidden parameter that computes its value',
    bad: node(hidden('kind', 'user'), order),
    good: node(hidden('kind', '={{ $parameter.orderId ? "order" : "user" }}'), order),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'operations of a hidden resource that no action sets',
    bad: node(hidden('resource', ''), operation({ resource: ['order'] })),
    good: node(hidden('resource', 'order'), operation({ resource: ['order'] })),
  },
];
