import { describe, expect, it } from 'vitest';
import { messages, violations } from './given-package.ts';

const list = (name: string, values: readonly string[], more: object = {}) => ({
  displayName: name,
  name,
  type: 'options',
  options: values.map((value) => ({ name: value, value, ...(name === 'operation' && { action: value }) })),
  default: values[0] ?? '',
  ...more,
});
const text = (name: string, show: object, more: object = {}) => ({
  displayName: name,
  name,
  type: 'string',
  default: '',
  displayOptions: { show },
  ...more,
});

it('the message about unknown values names all that one list has', async () => {
  const properties = [list('size', ['small', 'large']), text('order', { size: ['small', 'larg', 'medium'] })];
  expect(await messages({ node: { properties } })).toEqual([
    '"order" depends on "size" = "larg", "medium", which are not among its options',
  ]);
});

describe('the message about parameters that are never shown', () => {
  it('is one for all with the same condition, and lists the required ones', async () => {
    const condition = { resource: ['user'] };
    const properties = [
      list('resource', ['order']),
      list('operation', ['get'], { displayOptions: { show: condition } }),
      ...['a', 'b', 'c', 'd'].map((name) => text(name, condition, { required: name > 'b' })),
    ];
    expect(await messages({ node: { properties } })).toEqual([
      '"operation", "a", "b", "c" and 1 more are never shown, because "resource" is never "user"; required: c, d',
    ]);
  });

  it('names the conditions that exclude each other', async () => {
    const properties = [
      list('resource', ['order', 'user']),
      list('operation', ['get'], { displayOptions: { show: { resource: ['order'] } } }),
      list('operation', ['create'], { displayOptions: { show: { resource: ['user'] } } }),
      text('id', { resource: ['user'], operation: ['get'] }),
    ];
    expect(await messages({ node: { properties } })).toEqual([
      '"id" is never shown, because "resource" = "user" and "operation" = "get" never occur together',
    ]);
  });

  it('names what hides a parameter wherever it is shown', async () => {
    const properties = [
      list('operation', ['get', 'list']),
      text(
        'id',
        { operation: ['get'] },
        { displayOptions: { show: { operation: ['get'] }, hide: { operation: ['get'] } } },
      ),
    ];
    expect(await messages({ node: { properties } })).toEqual([
      '"id" is never shown, because its displayOptions hide it wherever they show it: "operation" = "get"',
    ]);
  });

  it('is one for operations that were removed, and leaves out what depends on a hidden one', async () => {
    const properties = [
      list('resource', ['order', 'user']),
      list('operation', ['get']),
      text('id', { resource: ['user'], operation: ['rename'] }),
      text('name', { resource: ['user'], operation: ['update', 'rename'] }),
      list('mode', ['one', 'all'], { displayOptions: { show: { resource: ['user'], operation: ['rename'] } } }),
      text('entries', { resource: ['user'], mode: ['all'] }),
      text('size', { operation: ['measure'] }),
    ].map((one) => (one.name === 'operation' ? { ...one, displayOptions: { show: { resource: ['order'] } } } : one));
    expect(await messages({ node: { properties } })).toEqual([
      '"id", "mode", "name" are never shown, because "operation" is never "rename" or "update"',
      '"size" is never shown, because "operation" is never "measure"',
    ]);
  });

  it('suggests the value that is meant, also for one that is not required', async () => {
    const properties = [list('operation', ['getHistory', 'get']), text('format', { operation: ['getHistori'] })];
    const found = await violations({ node: { properties } });
    expect(found.map(({ violation: { severity, message } }) => [severity, message])).toEqual([
      [undefined, '"format" is never shown, because "operation" is never "getHistori"; did you mean "getHistory"?'],
    ]);
  });

  it('is a warning without a hint where no code reads a required one', async () => {
    const properties = [
      list('operation', ['deleteOrder', 'get']),
      text('id', { operation: ['deleteOrders'] }, { required: true }),
    ];
    const found = async (more: Parameters<typeof violations>[0]) =>
      (await violations({ node: { properties }, ...more })).map(({ violation: { severity, message } }) => [
        severity,
        message,
      ]);
    const message = '"id" is never shown, because "operation" is never "deleteOrders"';
    const isMeant = [['error', `${message}; did you mean "deleteOrder"?; required: id`]];
    expect(await found({})).toEqual(isMeant);
    expect(await found({ unread: ['id'] })).toEqual([[undefined, `${message}; required: id; no code reads it`]]);
    // n8n itself sends the parameters of a node without code.
    expect(await found({ unread: ['id'], methods: [] })).toContainEqual(isMeant[0]);
  });

  it('names the value that a parameter asks for of itself', async () => {
    const all = { displayName: 'All', name: 'all', type: 'boolean', default: true };
    const properties = [list('size', ['small']), { ...all, displayOptions: { show: { all: [false] } } }];
    expect(await messages({ node: { properties } })).toEqual([
      '"all" is never shown, because it depends on "all" = false itself, and its default is true',
    ]);
  });

  it('is not given for fields of such a collection, nor for former versions of the node', async () => {
    const properties = [
      list('resource', ['order']),
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        default: {},
        displayOptions: { show: { resource: ['user'] } },
        options: [text('id', { '/resource': ['user'] })],
      },
      text('former', { '@version': [0.5] }),
    ];
    expect(await messages({ node: { properties } })).toEqual([
      '"options" is never shown, because "resource" is never "user"',
    ]);
  });
});

describe('a required parameter that is never shown', () => {
  const operations = list('operation', ['get', 'delete']);
  const reported = async (...properties: object[]) =>
    (await violations({ node: { properties: [operations, ...properties] } })).map(
      ({ violation: { message, severity = 'warning' } }) => `${severity}: ${message}`,
    );

  it('is an error if it depends on a misspelled value', async () => {
    expect(await reported(text('id', { operation: ['delet'] }, { required: true }))).toEqual([
      'error: "id" is never shown, because "operation" is never "delet"; did you mean "delete"?; required: id',
    ]);
  });

  it('is an error also if other operations have one of its name', async () => {
    const [ofGet, ofDelete] = ['get', 'delet'].map((one) => text('id', { operation: [one] }, { required: true }));
    expect(await reported(ofGet ?? {}, ofDelete ?? {})).toEqual([expect.stringMatching(/^error: "id" is never shown/)]);
  });

  it.each([
    ['for an operation that was removed', [text('id', { operation: ['archive'] }, { required: true })]],
    [
      'for an operation of a resource that was removed, though it is much like another',
      [list('resource', ['user']), text('id', { resource: ['job'], operation: ['delet'] }, { required: true })],
    ],
    ['and need not be filled in', [text('id', { operation: ['delet'] })]],
    [
      'and is there for the right one as well',
      [text('id', { operation: ['delet'] }, { required: true }), text('id', { operation: ['delete'] })],
    ],
  ])('is a warning if it depends on a value %s', async (_, properties) => {
    expect(await reported(...properties)).toEqual([expect.stringMatching(/^warning: "id" is never shown/)]);
  });

  it('is not reported where one of two equal options was to have its value', async () => {
    const sizes = list('size', ['small', 'small']);
    const properties = [sizes, text('id', { size: ['large'] }, { required: true })];
    expect(await messages({ node: { properties } })).toEqual(['"size" has two options with the value "small"']);
  });

  it('is an error if it depends on an unknown parameter', async () => {
    const needed = text('id', { operatoin: ['get'] }, { required: true });
    expect(await reported(text('name', { operatoin: ['get'] }), needed)).toEqual([
      'error: "name", "id" depend on "operatoin", which is not a parameter of the node',
    ]);
  });
});

it('a required credential that is never shown is an error where users can choose to authenticate with it', async () => {
  const told = async (values: string[]) => {
    const credentials = ['token', 'oAuth2'].map((by) => ({
      ...{ name: 'acmeApi', required: true },
      displayOptions: { show: { authentication: [by] } },
    }));
    const all = await violations({ node: { credentials, properties: [list('authentication', values)] } });
    return all
      .filter(({ violation: { message } }) => message.includes('never shown'))
      .map(({ violation: { severity = 'warning' } }) => severity);
  };
  expect(await told(['token', 'signIn'])).toEqual(['error']);
  expect(await told(['token', 'none'])).toEqual(['warning']);
  expect(await told(['token', 'oAuth2'])).toEqual([]);
});

it('names that one parameter looks for in the wrong place are reported once', async () => {
  const options = [text('id', { resource: ['user'], '/operation': ['get'], operation: ['get'], size: ['small'] })];
  const collection = { displayName: 'Options', name: 'options', type: 'collection', default: {}, options };
  expect(
    await messages({ node: { properties: [list('resource', ['user']), list('operation', ['get']), collection] } }),
  ).toEqual([
    '"options.id" depends on "resource", "operation", which are not parameters in "options"; use "/resource", "/operation" for the ones at the top level',
    '"options.id" depends on "size", which is not a parameter in "options"',
  ]);
});

it('a name that is misspelled many times is reported once', async () => {
  const routed = (url: string) => ({ ...text(url, {}), displayOptions: undefined, routing: { request: { url } } });
  const properties = [routed('=/a/{{ $parameter.id }}'), routed('=/b/{{ $parameter.id }}')];
  const node = { requestDefaults: { baseURL: 'https://acme.example' }, properties };
  expect(await messages({ node, methods: [] })).toEqual([
    '"id" is not a parameter of the node: used in =/a/{{ $parameter.id }}.routing.request.url and 1 more',
  ]);
});

it('a missing test is an error, but of OAuth, whose credentials the editor does not test', async () => {
  const severities = async (given: Readonly<Record<string, unknown>>) =>
    (await violations({ node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] }, credential: given }))
      .filter(({ rule }) => rule.code === 'nodes-credential-test-missing')
      .map(({ rule, violation }) => violation.severity ?? rule.severity);
  expect(await severities({ test: undefined })).toEqual(['error']);
  expect(await severities({ test: undefined, extends: ['oAuth2Api'] })).toEqual(['warning']);
});

it('a field that does not exist is a warning where only an option of a request is never set', async () => {
  const found = async (request: object) =>
    (await violations({ credential: { test: { request: { baseURL: 'https://acme.example', ...request } } } }))
      .filter(({ rule }) => rule.code === 'credentials-expression-field-unknown')
      .map(({ violation: { severity = 'error', message } }) => `${severity}: ${message}`);
  const value = '={{ $credentials.lax }}';
  expect(await found({ skipSslCertificateValidation: value })).toEqual([
    'warning: "lax" is not a field of the credential: used in test.request.skipSslCertificateValidation, so the option is never set',
  ]);
  for (const request of [{ url: value }, { headers: { timeout: value } }, { timeout: value, qs: { lax: value } }])
    expect(await found(request)).toEqual([expect.stringMatching(/^error: /)]);
});

it('an `authenticate` that n8n does not read of OAuth2 is an error where settings are lost', async () => {
  const found = async (...names: string[]) => {
    const authenticate = {
      type: 'oauth2',
      properties: { accessTokenUrl: 'https://acme.io/token', tokenType: 'Bearer' },
    };
    const properties = names.map((name) => text(name, {}, { type: 'hidden', default: 'https://acme.io/token' }));
    return (await violations({ credential: { extends: ['oAuth2Api'], authenticate, properties } }))
      .filter(({ rule }) => rule.code === 'credentials-authenticate-invalid')
      .map(({ violation: { severity = 'error', message, fix } }) => [`${severity}: ${message}`, fix]);
  };
  const fix = expect.stringContaining('Remove `authenticate`');
  expect(await found()).toEqual([
    ['error: n8n does not read `authenticate` of an OAuth2 credential: accessTokenUrl is not set', fix],
  ]);
  expect(await found('accessTokenUrl')).toEqual([
    ['warning: n8n does not read `authenticate` of an OAuth2 credential', fix],
  ]);
});

it('a name of a credential of n8n is an error where the fields differ', async () => {
  const severities = async (name: string, ...fields: string[]) =>
    (await violations({ credential: { name, properties: fields.map((one) => text(one, {})) } }))
      .filter(({ rule }) => rule.code === 'credentials-name-taken')
      .map(({ rule, violation }) => violation.severity ?? rule.severity);
  expect(await severities('adaloApi', 'appId', 'apiKey')).toEqual(['warning']);
  expect(await severities('adaloApi', 'appId')).toEqual(['error']);
  // Its own fields are hidden.
  expect(await severities('hubspotOAuth2Api')).toEqual(['error']);
  expect(await severities('adaloApi', 'appId', 'apiKey', 'region')).toEqual(['error']);
});

it('a client secret that users do not see is a warning', async () => {
  const severities = async (name: string, type: string) =>
    (await violations({ credential: { properties: [text(name, {}, { type, default: 'k7Gh2kLq90sXz' })] } }))
      .filter(({ rule }) => rule.code === 'credentials-secret-given')
      .map(({ rule, violation }) => violation.severity ?? rule.severity);
  expect(await severities('clientSecret', 'hidden')).toEqual(['warning']);
  expect(await severities('clientSecret', 'string')).toEqual(['error']);
  expect(await severities('apiKey', 'hidden')).toEqual(['error']);
});

it('a parameter that depends on an unknown one is an error where code reads it, and it is shown nowhere else', async () => {
  const severities = async (given: object, ...more: object[]) =>
    (await violations({ node: { properties: [text('limit', { returnAll: [false] }), ...more] }, ...given }))
      .filter(({ rule }) => rule.code === 'nodes-display-name-unknown')
      .map(({ rule, violation }) => violation.severity ?? rule.severity);
  expect(await severities({})).toEqual(['error']);
  expect(await severities({ unread: ['limit'] })).toEqual(['warning']);
  expect(await severities({}, list('size', ['a']), text('limit', { size: ['a'] }))).toEqual(['warning']);
});

it('options that are in the type options are to be moved', async () => {
  const found = async (typeOptions: unknown) => {
    const size = { displayName: 'Size', name: 'size', type: 'options', default: '', typeOptions };
    return (await violations({ node: { properties: [size] } })).map(({ violation: { message, fix } }) => [
      message,
      fix,
    ]);
  };
  const options = [{ name: 'Small', value: 's' }];
  const misplaced = [
    '"size" has no options: they are in `typeOptions`',
    'Move the list from `typeOptions` to `options`.',
  ];
  expect(await found(options)).toEqual([misplaced]);
  expect(await found({ options })).toEqual([misplaced]);
  expect(await found({ rows: 4 })).toEqual([['"size" has no options', undefined]]);
});

it('an empty list is an error where it has to be filled in, or where n8n throws at it', async () => {
  const severities = async (name: string, more: object) =>
    (await violations({ node: { properties: [list(name, [], more)] } })).map(
      ({ violation: { severity = 'error' } }) => severity,
    );
  expect(await severities('size', {})).toEqual(['warning']);
  expect(await severities('size', { required: true })).toEqual(['error']);
  expect(await severities('operation', {})).toEqual(['error']);
  expect(await severities('size', { type: 'collection', options: undefined })).toEqual(['error']);
});

it('a name that two parameters share is an error where the two that are shown at once have different labels', async () => {
  const operations = list('operation', ['get', 'delete', 'list']);
  const severities = async (...labels: string[]) => {
    const properties = labels.map((displayName, at) =>
      text('id', { operation: [at === 0 ? 'get' : 'delete'] }, { displayName }),
    );
    return (await violations({ node: { properties: [operations, ...properties] } })).map(
      ({ violation: { severity = 'warning' } }) => severity,
    );
  };
  expect(await severities('ID', 'Order', 'Order')).toEqual(['warning']);
  expect(await severities('Order', 'ID', 'Order')).toEqual(['error']);
});

it('a name that two parameters share is an error where input in one hides it', async () => {
  const severities = async (...more: object[]) =>
    (await violations({ node: { properties: [list('resource', ['user', 'file']), ...more] } })).map(
      ({ violation: { severity = 'warning' } }) => severity,
    );
  const shown = { displayOptions: { show: { resource: ['file'] } } };
  const named = { displayName: 'resource', name: 'resource', default: '', ...shown };
  expect(await severities({ ...named, type: 'json' })).toEqual(['error']);
  expect(await severities({ ...list('resource', ['file', 'folder']), ...shown })).toEqual(['warning']);
  expect(await severities({ ...named, displayName: 'Target', name: 'target', type: 'json' })).toEqual([]);
});

it('messages stay short, for any project name', async () => {
  const long = 'x'.repeat(10_000);
  const said = await messages({ node: { properties: [text(long, { [long]: [long] })], inputs: [long] } });
  expect(said.length).toBeGreaterThan(0);
  expect(Math.max(...said.map((message) => message.length))).toBeLessThan(2000);
});

it("a message about a label of n8n shows n8n's", async () => {
  expect(await messages({ node: { displayName: 'AIR-table Trigger' } })).toEqual(['n8n has a node "Airtable"']);
});

describe('the message about two parameters of one name', () => {
  const shownFor = async (one: object, other: object, hide: object = {}) => {
    const shown = (show: object, type: string) =>
      text('id', show, { displayName: type, type, displayOptions: { show, hide } });
    const properties = [
      list('resource', ['order', 'user', 'team']),
      list('operation', ['get', 'create', 'update', 'delete', 'list', 'find', 'move']),
      shown(one, 'string'),
      shown(other, 'number'),
    ];
    const all = await messages({ node: { properties } });
    return all.filter((message) => message.includes('shown twice'));
  };

  it('says for which values both are shown', async () => {
    expect(
      await shownFor(
        { resource: ['order', 'user'], operation: ['get', 'update'] },
        { resource: ['user', 'team'], operation: ['create', 'update', 'get'] },
      ),
    ).toEqual(['"id" is shown twice at once (resource "user", operation "get" or "update")']);
  });

  it('leaves out values that hide one of them', async () => {
    const show = { operation: ['get', 'update'] };
    expect(await shownFor(show, show, { operation: ['get'] })).toEqual([
      '"id" is shown twice at once (operation "update")',
    ]);
  });

  it('names conditions that one of them has alone, and the first ones of many values', async () => {
    const many = ['get', 'create', 'update', 'delete', 'list', 'find', 'move'];
    expect(await shownFor({ resource: ['user'] }, { operation: many })).toEqual([
      '"id" is shown twice at once (resource "user", operation "get" or "create" or "update" or "delete" or "list" and 2 more)',
    ]);
  });

  it('is not given where no value shows both', async () => {
    expect(await shownFor({ resource: ['order'] }, { resource: ['user', 'team'] })).toEqual([]);
  });
});
