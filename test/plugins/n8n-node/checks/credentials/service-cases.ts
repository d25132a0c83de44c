import { previousKit } from '../../installed-n8n.ts';
import type { RuleCase } from '../../rule-case.ts';
import type { Given } from '../../shared-rules/given-package.ts';

const key = { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' };
const hidden = (name: string, value: string) => ({ displayName: name, name, type: 'hidden', default: value });

/** An OAuth2 credential with fields of its own. */
const oAuth2 = (...properties: object[]): Given => ({
  credential: {
    name: 'acmeOAuth2Api',
    displayName: 'Acme OAuth2 API',
    extends: ['oAuth2Api'],
    authenticate: undefined,
    test: undefined,
    properties,
  },
  node: { credentials: [{ name: 'acmeOAuth2Api' }] },
});
const withTest = (request: object, rules?: object[]): Given => ({
  credential: { test: { request, ...(rules && { rules }) } },
});

const tokenUrls = [
  hidden('authUrl', 'https://acme.example/authorize'),
  hidden('accessTokenUrl', 'https://acme.example/token'),
];
const ofBody = (key: string, value: unknown, message = 'The key is not valid') => ({
  type: 'responseSuccessBody',
  properties: { key, value, message },
});

const named = (name: string, displayName: string): Given => ({
  credential: { name, displayName },
  node: { credentials: [{ name }] },
});
const kitemaker = named('kitemakerApi', 'Kitemaker API');
const databricks = named('databricksApi', 'Databricks API');

const regions = {
  displayName: 'Region',
  name: 'region',
  type: 'options',
  default: 'api',
  options: ['api', 'eu'].map((value) => ({ name: value, value })),
};

/** A test of a fixed host, of a credential with a URL that the node reads. */
const ofHost = ({
  field = {},
  url = 'https://api.acme.io/v2',
  node = { requestDefaults: { baseURL: '={{$credentials.baseUrl}}' } },
  ...more
}: {
  field?: object;
  url?: string;
  node?: Readonly<Record<string, unknown>>;
  authenticate?: object;
}): Given => ({
  credential: {
    properties: [
      key,
      { displayName: 'Base URL', name: 'baseUrl', type: 'string', default: 'https://api.acme.io', ...field },
    ],
    test: { request: { baseURL: url, url: '/me' } },
    ...more,
  },
  methods: [],
  node,
});
const hostCase = (what: string, good: Parameters<typeof ofHost>[0], bad: Parameters<typeof ofHost>[0] = {}) => ({
  code: 'credentials-test-host-fixed',
  case: what,
  bad: ofHost(bad),
  good: ofHost(good),
});

/** Cases of the rules about a credential and the service that it is for. */
export const serviceCases: readonly RuleCase<Given>[] = [
  hostCase('the URL is read', { url: '={{$credentials.baseUrl}}' }),
  hostCase('the URL is read, unless it is empty', { url: '={{$credentials.baseUrl || "https://api.acme.io"}}' }),
  hostCase('a host as a default', { field: { type: 'hidden' } }, { field: { default: 'api.acme.io' } }),
  hostCase(
    'an example in the field',
    { field: { default: '', placeholder: 'https://acme.example.com' } },
    { field: { default: '', placeholder: 'e.g. https://api.acme.io' } },
  ),
  hostCase(
    'the machine itself',
    { field: { default: 'http://localhost:7778' }, url: '={{$credentials.baseUrl}}' },
    { field: { default: 'http://localhost:7778' }, url: 'http://localhost:7778' },
  ),
  hostCase('another host than the default', { url: 'https://login.acme.io' }),
  hostCase('a URL that is not of the API', {
    field: { name: 'webhookUrl' },
    node: { requestDefaults: { baseURL: '={{$credentials.webhookUrl}}' } },
  }),
  hostCase('a URL that no node reads', { node: { requestDefaults: { baseURL: 'https://api.acme.io' } } }),
  hostCase(
    'a choice of environments',
    {
      field: { name: 'live', type: 'boolean', default: true },
      node: { requestDefaults: { baseURL: '=https://api.acme.io/{{$credentials.live ? "live" : "test"}}' } },
    },
    {
      field: { name: 'live', type: 'boolean', default: true },
      node: {
        requestDefaults: { baseURL: '={{$credentials.live ? "https://api.acme.io" : "https://test.acme.io"}}' },
      },
    },
  ),
  hostCase(
    'a choice of versions of one host, not of hosts',
    {
      field: { name: 'live', type: 'boolean', default: true },
      node: {
        requestDefaults: { baseURL: '={{$credentials.live ? "https://api.acme.io/v1" : "https://api.acme.io/v2"}}' },
      },
    },
    {
      field: { name: 'live', type: 'boolean', default: true },
      node: {
        requestDefaults: { baseURL: '={{$credentials.live ? "https://api.acme.io/v1" : "https://test.acme.io/v2"}}' },
      },
    },
  ),
  hostCase(
    'a test of another host than those of all regions',
    {
      field: regions,
      url: 'https://login.acme.com',
      node: { requestDefaults: { baseURL: '=https://{{$credentials.region}}.acme.io' } },
    },
    { field: regions, node: { requestDefaults: { baseURL: '=https://{{$credentials.region}}.acme.io' } } },
  ),
  hostCase(
    'a choice of regions',
    {
      field: regions,
      url: '=https://{{$credentials.region}}.acme.io',
      node: { requestDefaults: { baseURL: '=https://{{$credentials.region}}.acme.io' } },
    },
    { field: regions, node: { requestDefaults: { baseURL: '=https://{{$credentials.region}}.acme.io' } } },
  ),
  hostCase('a URL that `authenticate` reads', {
    authenticate: {
      type: 'generic',
      properties: { headers: { Origin: '={{$credentials.baseUrl}}', A: '={{$credentials.apiKey}}' } },
    },
  }),
  {
    code: 'credentials-test-rule-inverted',
    case: 'a rule that says how success looks',
    bad: withTest({ url: 'https://api.acme.example/me' }, [ofBody('success', true)]),
    good: withTest({ url: 'https://api.acme.example/me' }, [ofBody('success', false), ofBody('error', true)]),
  },
  {
    code: 'credentials-test-rule-inverted',
    case: 'a rule whose message says that it succeeded',
    bad: withTest({ url: 'https://api.acme.example/me' }, [ofBody('code', '200', 'Authentication successful')]),
    good: withTest({ url: 'https://api.acme.example/me' }, [ofBody('code', '401', 'Not successful')]),
  },
  {
    code: 'credentials-host-ignored',
    case: 'a domain that only the test reads',
    bad: { unread: ['domain'] },
    // Other code has it, too.
    good: {},
  },
  {
    code: 'credentials-host-ignored',
    case: 'a domain that only the test reads, in a package without dependencies',
    bad: { unread: ['domain'] },
    good: { unread: ['domain'], manifest: { dependencies: { 'acme-client': '^1.0.0' } } },
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'the URL of the token under another name',
    bad: oAuth2(hidden('authUrl', 'https://acme.example/authorize'), hidden('tokenUrl', 'https://acme.example/token')),
    good: oAuth2(
      hidden('authUrl', 'https://acme.example/authorize'),
      hidden('accessTokenUrl', 'https://acme.example/token'),
      hidden('tokenUrl', 'https://acme.example/token'),
    ),
  },
  {
    code: 'credentials-name-taken',
    case: 'that of n8n for Slack',
    bad: { credential: { name: 'slackApi', displayName: 'Slack API' }, node: { credentials: [{ name: 'slackApi' }] } },
    good: {
      credential: { name: 'slackInsightsApi', displayName: 'Slack API' },
      node: { credentials: [{ name: 'slackInsightsApi' }] },
    },
  },
  {
    code: 'credentials-name-taken',
    case: 'that of an earlier n8n',
    bad: { ...kitemaker, n8n: previousKit },
    good: kitemaker,
  },
  {
    code: 'credentials-name-taken',
    case: 'that of a later n8n',
    bad: databricks,
    good: { ...databricks, n8n: previousKit },
  },
  {
    code: 'credentials-template-left',
    case: 'a test of example.com',
    bad: withTest({ baseURL: 'https://api.example.com/v2', url: '/v1/user' }),
    good: withTest({ baseURL: 'https://api.example.company.io', url: '/v1/user' }),
  },
  {
    code: 'credentials-template-left',
    case: 'tokens of example.com',
    bad: oAuth2(hidden('grantType', 'clientCredentials'), hidden('accessTokenUrl', 'https://api.example.com/token')),
    good: oAuth2(
      hidden('grantType', 'clientCredentials'),
      hidden('accessTokenUrl', 'https://login.acme.io/?next=https://example.com'),
    ),
  },
  {
    code: 'credentials-test-cannot-fail',
    case: 'every answer is ignored',
    bad: withTest({ baseURL: 'https://api.acme.io', url: '/me', ignoreHttpStatusErrors: true }),
    good: withTest({ baseURL: 'https://api.acme.io', url: '/me', ignoreHttpStatusErrors: true }, [
      { type: 'responseCode', properties: { value: 401, message: 'Wrong key' } },
    ]),
  },
  {
    code: 'credentials-test-cannot-fail',
    case: 'the documentation of the API',
    bad: withTest({ baseURL: 'https://api.acme.io', url: '/v1/openapi.json' }),
    // The documents that a service keeps.
    good: withTest({ baseURL: 'https://api.acme.io', url: '/v1/docs' }),
  },
  {
    code: 'credentials-secret-given',
    case: 'a key as a default',
    bad: {
      credential: {
        properties: [
          { ...key, default: 'k7Gh2kLq90sXzPw' },
          { ...key, name: 'domain' },
        ],
      },
    },
    good: {
      credential: {
        properties: [
          { ...key, default: 'your-key-0123456' },
          { ...key, name: 'otherKey', default: '$env["ACME_KEY_2"]' },
          { ...key, name: 'domain' },
        ],
      },
    },
  },
  {
    code: 'credentials-secret-given',
    case: 'a default that is not made when the package is loaded',
    bad: {
      credential: {
        properties: [
          { ...key, default: 'k7Gh2kLq90sXzPw' },
          { ...key, name: 'domain' },
        ],
      },
    },
    good: {
      unwritten: ['k7Gh2kLq90sXzPw'],
      credential: {
        properties: [
          { ...key, default: 'k7Gh2kLq90sXzPw' },
          { ...key, name: 'domain' },
        ],
      },
    },
  },
  {
    code: 'credentials-secret-given',
    case: 'a text that several fields have',
    bad: {
      credential: {
        properties: [
          { ...key, default: 'n8n-nodes-acme-v2', type: 'hidden' },
          { ...key, name: 'clientId', default: 'n8n-nodes-acme' },
          { ...key, name: 'domain' },
        ],
      },
    },
    // What the proxy of an app puts its own in the place of.
    good: {
      credential: {
        properties: [
          { ...key, default: 'n8n-nodes-acme-v2', type: 'hidden' },
          { ...key, name: 'clientId', default: 'n8n-nodes-acme-v2' },
          { ...key, name: 'domain' },
        ],
      },
    },
  },
  {
    code: 'credentials-secret-given',
    case: 'a key that is described',
    bad: {
      credential: {
        properties: [
          { ...key, default: 'k7Gh2kLq90sXzPw', description: 'Key of the Acme app' },
          { ...key, name: 'domain' },
        ],
      },
    },
    good: {
      credential: {
        properties: [
          { ...key, default: 'k7Gh2kLq90sXzPw', description: 'Key of the app. Leave the default unless it changes.' },
          { ...key, name: 'domain' },
        ],
      },
    },
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'a hidden address that is empty',
    bad: oAuth2(hidden('accessTokenUrl', '')),
    good: oAuth2({ ...hidden('accessTokenUrl', ''), type: 'string' }),
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'one address of two',
    bad: oAuth2(hidden('authUrl', 'https://acme.example/authorize')),
    // Users enter both.
    good: oAuth2(hidden('scope', 'orders')),
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'a way to authenticate that n8n does not know, unless it is the one that n8n uses then',
    bad: oAuth2(...tokenUrls, hidden('authentication', 'query')),
    good: oAuth2(...tokenUrls, hidden('authentication', 'Header')),
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'an address that the grant needs',
    bad: oAuth2(hidden('grantType', 'authorizationCode'), hidden('authUrl', '')),
    good: oAuth2(hidden('grantType', 'clientCredentials'), hidden('authUrl', '')),
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'the address for users, where that of the token is visible',
    bad: oAuth2({ ...hidden('accessTokenUrl', 'https://acme.example/token'), type: 'string' }),
    good: oAuth2(
      { ...hidden('accessTokenUrl', 'https://acme.example/token'), type: 'string' },
      hidden('grantType', 'clientCredentials'),
    ),
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'the address for users as that of the token',
    bad: oAuth2(
      hidden('authUrl', 'https://acme.example/oauth/authorize'),
      hidden(
        'accessTokenUrl',
        "={{ $self.region === 'eu' ? 'https://eu.acme.example/oauth/token' : 'https://acme.example/oauth/authorize' }}",
      ),
    ),
    good: oAuth2(
      hidden('authUrl', 'https://acme.example/oauth'),
      hidden('accessTokenUrl', 'https://acme.example/oauth'),
    ),
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'a copy of an address that the grant needs',
    bad: oAuth2(
      hidden('authUrl', 'https://acme.example/token'),
      hidden('accessTokenUrl', 'https://acme.example/token'),
    ),
    good: oAuth2(
      hidden('grantType', 'clientCredentials'),
      hidden('authUrl', 'https://acme.example/token'),
      hidden('accessTokenUrl', 'https://acme.example/token'),
    ),
  },
  {
    code: 'credentials-oauth-incomplete',
    case: 'an unknown grant',
    bad: oAuth2(hidden('grantType', 'authorization_code')),
    good: oAuth2(hidden('grantType', 'pkce')),
  },
];
