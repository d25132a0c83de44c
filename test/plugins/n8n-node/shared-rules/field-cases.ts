import type { RuleCase } from '../rule-case.ts';
import type { Given } from './given-package.ts';

type Fields = readonly Readonly<Record<string, unknown>>[];

const list = (name: string, values: readonly string[], more: object = {}) => ({
  displayName: name,
  name,
  type: 'options',
  options: values.map((value) => ({ name: value, value, ...(name === 'operation' && { action: value }) })),
  default: values[0] ?? '',
  ...more,
});
const text = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
const shownFor = (show: object) => ({ displayOptions: { show } });
const collection = (name: string, options: Fields) => ({
  displayName: name,
  name,
  type: 'collection',
  default: {},
  options,
});
/** A fixed collection. @param names of its groups */
const groups = (names: readonly string[], initial: object) => ({
  ...text('items', { type: 'fixedCollection', typeOptions: { multipleValues: true }, default: initial }),
  options: names.map((name) => ({ displayName: name, name, values: [text('sku')] })),
});
const shared = text('order', shownFor({ size: ['large'] }));
const kindOf = (operation: string, kinds: readonly string[]) =>
  list('kind', kinds, shownFor({ operation: [operation] }));
const idOf = (operation: string) => text('orderId', shownFor({ operation: [operation], kind: ['id'] }));
const pair = (bad: Fields, good: Fields) => ({ bad, good });
/** Two resources; only one has the second operation. */
/** A parameter twice, each for a value of a list. */
const twiceBy = [text('order', shownFor({ size: ['small'] })), text('order', shownFor({ colour: ['red'] }))];
const ordersAndUsers = [
  list('resource', ['order', 'user']),
  list('operation', ['get', 'delete'], shownFor({ resource: ['order'] })),
  list('operation', ['get'], shownFor({ resource: ['user'] })),
];

/** What holds for the parameters of nodes and for the fields of credentials; `{field}` is which of the two. */
const each: readonly { code: string; case: string; bad: Fields; good: Fields }[] = [
  {
    code: '{field}-unnamed',
    case: 'no name',
    ...pair([{ displayName: 'Order', type: 'string', default: '' }], [text('order', { displayName: undefined })]),
  },
  {
    code: '{field}-type-unknown',
    case: 'a type of HTML',
    ...pair([text('order', { type: 'text' })], [text('order', { type: 'json' })]),
  },
  {
    code: '{field}-type-unknown',
    case: 'no type',
    ...pair([{ displayName: 'Order', name: 'order', default: '' }], [text('order')]),
  },
  {
    code: 'options-missing',
    case: 'an empty list of operations',
    ...pair([list('operation', [])], [list('operation', ['get'])]),
  },
  {
    code: 'options-missing',
    case: 'a list without options',
    ...pair(
      [{ displayName: 'Size', name: 'size', type: 'options', default: '' }],
      [
        {
          displayName: 'Size',
          name: 'size',
          type: 'options',
          default: '',
          typeOptions: { loadOptions: { routing: { request: { url: '/sizes' } } } },
        },
      ],
    ),
  },
  {
    code: 'options-missing',
    case: 'a group without values',
    ...pair(
      [
        {
          displayName: 'Lines',
          name: 'lines',
          type: 'fixedCollection',
          default: {},
          options: [{ name: 'line', displayName: 'Line' }],
        },
      ],
      [
        {
          displayName: 'Lines',
          name: 'lines',
          type: 'fixedCollection',
          default: {},
          options: [{ name: 'line', displayName: 'Line', values: [] }],
        },
      ],
    ),
  },
  {
    code: 'display-options-malformed',
    case: 'a value that is no list',
    ...pair(
      [list('size', ['small']), text('order', shownFor({ size: 'small' }))],
      [list('size', ['small']), text('order', shownFor({ size: ['small'] }))],
    ),
  },
  {
    code: 'display-circular',
    case: 'three that wait for each other',
    ...pair(
      ['a', 'b', 'c'].map((name) => list(name, ['x', 'y'], shownFor({ a: ['x'], b: ['x'], c: ['x'] }))),
      ['a', 'b', 'c'].map((name) => list(name, ['x', 'y'], name === 'a' ? {} : shownFor({ a: ['x'] }))),
    ),
  },
  {
    code: 'display-name-unknown',
    case: 'a misspelt name',
    ...pair(
      [list('size', ['small']), text('order', shownFor({ sizes: ['small'] }))],
      [list('size', ['small']), text('order', shownFor({ size: ['small'] }))],
    ),
  },
  {
    code: 'display-name-unknown',
    case: 'one at the top, named from inside a collection',
    ...pair(
      [list('size', ['small']), collection('options', [text('order', shownFor({ size: ['small'] }))])],
      [list('size', ['small']), collection('options', [text('order', shownFor({ '/size': ['small'] }))])],
    ),
  },
  {
    code: 'display-name-unknown',
    case: 'a misspelt name that hides',
    ...pair(
      [list('size', ['small']), text('order', { displayOptions: { hide: { sizes: ['small'] } } })],
      [list('size', ['small', 'large']), text('order', { displayOptions: { hide: { oldSelector: ['small'] } } })],
    ),
  },
  {
    code: 'display-value-unknown',
    case: 'a misspelt value beside another one',
    ...pair(
      [list('size', ['small', 'large']), text('order', shownFor({ size: ['small', 'larger'] }))],
      [list('size', ['small', 'large']), text('order', shownFor({ size: ['small', 'large'] }))],
    ),
  },
  {
    code: 'display-value-unknown',
    case: 'a misspelt value, unless it is beside the right one',
    ...pair(
      [list('size', ['small', 'large']), text('order', shownFor({ size: ['small', 'larger'] }))],
      [list('size', ['small', 'large']), text('order', shownFor({ size: ['large', 'larger'] }))],
    ),
  },
  {
    code: 'display-value-unknown',
    case: 'a misspelt operation that none of the resources has',
    ...pair(
      [...ordersAndUsers, text('id', shownFor({ operation: ['get', 'delet'] }))],
      [...ordersAndUsers, text('id', shownFor({ operation: ['get', 'formerly'] }))],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'an option that is not there',
    ...pair(
      [list('size', ['small']), text('order', shownFor({ size: ['large'] }))],
      [list('size', ['small', 'large']), text('order', shownFor({ size: ['large'] }))],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'a required one for an operation of another resource',
    ...pair(
      [
        ...ordersAndUsers,
        text('userId', { required: true, ...shownFor({ resource: ['user'], operation: ['delete'] }) }),
      ],
      [
        ...ordersAndUsers,
        text('userId', { required: true, ...shownFor({ resource: ['user', 'order'], operation: ['delete'] }) }),
      ],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'a switch that is compared with text',
    ...pair(
      [
        { displayName: 'All', name: 'all', type: 'boolean', default: false },
        text('order', shownFor({ all: ['true'] })),
      ],
      [{ displayName: 'All', name: 'all', type: 'boolean', default: false }, text('order', shownFor({ all: [true] }))],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'one that is kept for old workflows',
    ...pair(
      [list('size', ['small']), text('order', shownFor({ size: ['large'] }))],
      [list('size', ['small']), text('order', shownFor({ size: ['__legacy'] }))],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'one of a definition that two collections share',
    ...pair(
      [collection('part', [list('size', ['small']), text('order', shownFor({ size: ['large'] }))])],
      [
        list('kind', ['one', 'all']),
        { ...collection('part', [list('size', ['small']), shared]), ...shownFor({ kind: ['one'] }) },
        { ...collection('part', [list('size', ['small', 'large']), shared]), ...shownFor({ kind: ['all'] }) },
      ],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'one that a function made for every operation',
    ...pair(
      [list('operation', ['get', 'create']), kindOf('get', ['id', 'mail']), kindOf('create', ['mail']), idOf('create')],
      [
        list('operation', ['get', 'create']),
        ...[kindOf('get', ['id', 'mail']), idOf('get'), kindOf('create', ['mail']), idOf('create')],
      ],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'an empty list of values',
    ...pair(
      [list('size', ['small']), text('order', shownFor({ size: [] }))],
      [list('size', ['small']), text('order', shownFor({}))],
    ),
  },
  {
    code: '{field}-never-shown',
    case: 'one that is hidden for every option',
    ...pair(
      [list('size', ['small', 'large']), text('order', { displayOptions: { hide: { size: ['small', 'large'] } } })],
      [
        list('size', ['small', 'large', 'huge']),
        text('order', { displayOptions: { hide: { size: ['small', 'large'] } } }),
      ],
    ),
  },
  {
    code: 'default-not-an-option',
    case: 'the name instead of the value',
    ...pair([list('size', ['small'], { default: 'Small' })], [list('size', ['small'], { default: '' })]),
  },
  {
    code: 'default-not-an-option',
    case: 'one of several',
    ...pair(
      [list('sizes', ['small'], { type: 'multiOptions', default: ['small', 'large'] })],
      [list('sizes', ['small', 'large'], { type: 'multiOptions', default: ['small', 'large'] })],
    ),
  },
  {
    code: 'default-out-of-range',
    case: 'over the maximum',
    ...pair(
      [{ ...text('limit'), type: 'number', typeOptions: { maxValue: 20 }, default: 50 }],
      [{ ...text('limit'), type: 'number', typeOptions: { maxValue: 50 }, default: 50 }],
    ),
  },
  {
    code: 'default-out-of-range',
    case: 'under the minimum, but not a 0 that stands for no value',
    ...pair(
      [{ ...text('limit'), type: 'number', typeOptions: { minValue: 10 }, default: 5 }],
      [{ ...text('limit'), type: 'number', typeOptions: { minValue: 10 }, default: 0 }],
    ),
  },
  {
    code: 'default-group-unknown',
    case: 'a group that was renamed',
    ...pair([groups(['item'], { items: [{ sku: '' }] })], [groups(['item'], { item: [{ sku: '' }], items: [] })]),
  },
  {
    code: 'default-group-unknown',
    case: 'one of several groups',
    ...pair([groups(['item', 'part'], { items: { sku: '' } })], [groups(['item', 'part'], { part: { sku: '' } })]),
  },
  {
    code: 'option-duplicate',
    case: 'one value twice',
    ...pair([list('size', ['small', 'large', 'small'])], [list('size', ['small', 'large', 'Small'])]),
  },
  {
    code: '{field}-duplicate',
    case: 'for values of lists, unless these are never shown together',
    ...pair(
      [list('size', ['small']), list('colour', ['red']), ...twiceBy],
      [
        list('kind', ['one', 'other']),
        { ...list('size', ['small']), ...shownFor({ kind: ['one'] }) },
        { ...list('colour', ['red']), ...shownFor({ kind: ['other'] }) },
        ...twiceBy,
      ],
    ),
  },
  {
    code: '{field}-duplicate',
    case: 'two that are always there',
    ...pair([text('order'), text('order', { displayName: 'Orders' })], [text('order'), text('orders')]),
  },
  {
    code: '{field}-duplicate',
    case: 'two, and one beside a hidden one',
    ...pair([text('order'), text('order')], [text('order'), text('order', { type: 'hidden' })]),
  },
  {
    code: '{field}-duplicate',
    case: 'two for one option',
    ...pair(
      [
        list('size', ['small', 'large']),
        text('order', shownFor({ size: ['small'] })),
        text('order', shownFor({ size: ['small', 'large'] })),
      ],
      [
        list('size', ['small', 'large']),
        text('order', shownFor({ size: ['small'] })),
        text('order', shownFor({ size: ['large'] })),
      ],
    ),
  },
  {
    code: 'expression-syntax',
    case: 'an operator too many',
    ...pair([text('order', { default: '={{ $json.a + }}' })], [text('order', { default: '={{ $json.a }} +' })]),
  },
];

/** The cases as parameters of a node and as fields of a credential. */
export const fieldCases: readonly RuleCase<Given>[] = each.flatMap(({ code, bad, good, ...rest }) => [
  {
    ...rest,
    code: `nodes-${code.replace('{field}', 'parameter')}`,
    bad: { node: { properties: bad } },
    good: { node: { properties: good } },
  },
  {
    ...rest,
    code: `credentials-${code.replace('{field}', 'field')}`,
    bad: withFields(bad),
    good: withFields(good),
  },
]);

/** The credential of the good package, with other fields beside its own. */
function withFields(fields: Fields): Given {
  const own = [text('apiKey', { typeOptions: { password: true } }), text('domain')];
  return { credential: { properties: [...own, ...fields] } };
}
