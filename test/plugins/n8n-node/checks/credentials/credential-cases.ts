import type { RuleCase } from '../../rule-case.ts';
import type { Given } from '../../shared-rules/given-package.ts';
import { serviceCases } from './service-cases.ts';

const key = { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' };
const domain = { displayName: 'Domain', name: 'domain', type: 'string', default: '' };
const fields = (...more: object[]): Given => ({ credential: { properties: [key, domain, ...more] } });
const field = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
const renamed = (credential: { name: string; displayName: string; extends?: string[] }): Given => ({
  credential,
  node: { credentials: [{ name: credential.name }] },
});

const tokenUrl = (initial: string) => field('accessTokenUrl', { type: 'hidden', default: initial });

const ofOAuth = (authenticate: object): Given => ({
  credential: {
    ...{ name: 'acmeOAuth2Api', displayName: 'Acme OAuth2 API', extends: ['oAuth2Api'], test: undefined, authenticate },
  },
  node: { credentials: [{ name: 'acmeOAuth2Api' }] },
});

const falseOAuth: Given = {
  credential: { name: 'acmeOAuth2Api', displayName: 'Acme OAuth2 API', authenticate: undefined, test: undefined },
  node: { credentials: [{ name: 'acmeOAuth2Api' }] },
};

/** A credential that authenticates with a header. */
const header = (value: string) => ({
  credential: { authenticate: { type: 'generic', properties: { headers: { A: value } } } },
});

/** A credential of two regions, with a header that depends on them. */
const ofRegions = (header: string): Given => ({
  credential: {
    properties: [
      key,
      domain,
      field('region', { type: 'options', default: 'eu', options: ['eu', 'us'].map((name) => ({ name, value: name })) }),
    ],
    authenticate: { type: 'generic', properties: { headers: { A: '={{ $credentials.apiKey }}', Region: header } } },
  },
});

/** A trigger that only receives. */
const webhookTrigger = {
  credentials: [{ name: 'acmeApi' }],
  ...{ group: ['trigger'], inputs: [], subtitle: undefined, usableAsTool: undefined },
  webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
};

/** Cases of the rules that only credentials have. */
export const credentialCases: readonly RuleCase<Given>[] = [
  {
    code: 'credentials-field-unused',
    case: 'a user name that nothing reads',
    bad: { ...fields(field('username', { placeholder: 'Your username' })), unread: ['username'] },
    good: { ...fields(field('username', { placeholder: 'Your username' })), unread: ['other'] },
  },
  {
    code: 'credentials-field-unused',
    case: 'a note of the user',
    bad: { ...fields(field('login')), unread: ['login'] },
    good: { ...fields(field('login', { description: 'A note for yourself' })), unread: ['login'] },
  },
  {
    code: 'credentials-description-incomplete',
    case: 'no label',
    bad: { credential: { displayName: '' } },
    good: { credential: { displayName: 'Acme API' } },
  },
  {
    code: 'credentials-naming',
    case: 'a name without Api',
    bad: renamed({ name: 'acmeKey', displayName: 'Acme API' }),
    good: renamed({ name: 'acmeKeyApi', displayName: 'Acme API' }),
  },
  {
    code: 'credentials-naming',
    case: 'a label without API',
    bad: { credential: { displayName: 'Acme' } },
    good: { credential: { displayName: 'Acme Account API' } },
  },
  {
    code: 'credentials-naming',
    case: 'OAuth2 that does not say so',
    bad: { credential: { extends: ['oAuth2Api'] } },
    good: renamed({ name: 'acmeOAuth2Api', displayName: 'Acme OAuth2 API', extends: ['oAuth2Api'] }),
  },
  {
    code: 'credentials-oauth-without-base',
    case: 'OAuth2 by name only',
    bad: falseOAuth,
    good: renamed({ name: 'acmeOAuth2Api', displayName: 'Acme OAuth2 API', extends: ['googleOAuth2Api'] }),
  },
  {
    code: 'credentials-oauth-without-base',
    case: 'OAuth2 by name only, in a node whose requests n8n sends',
    bad: {
      ...falseOAuth,
      node: {
        ...falseOAuth.node,
        requestDefaults: { baseURL: 'https://acme.example' },
        properties: [field('id', { routing: { request: { url: '/orders' } } })],
      },
      methods: [],
    },
    good: {
      ...falseOAuth,
      credential: { ...falseOAuth.credential, test: { request: { url: 'https://acme.example/me' } } },
      credentialMethods: ['preAuthentication', 'authenticate'],
    },
  },
  {
    code: 'credentials-extends-unknown',
    case: 'other case',
    bad: { credential: { extends: ['oAuth2API'] } },
    good: { credential: { extends: ['googleApi'] } },
  },
  {
    code: 'credentials-documentation-missing',
    case: 'no link',
    bad: { credential: { documentationUrl: undefined } },
    good: { credential: { documentationUrl: 'http://acme.example' } },
  },
  {
    code: 'credentials-documentation-missing',
    case: 'a word instead of a link',
    bad: { credential: { documentationUrl: 'acme' } },
    good: { credential: { documentationUrl: 'https://acme.example/#keys' } },
  },
  ...[
    ['https://your-api-docs-url', 'https://robot.your-server.de/doc'],
    ['https://docs.example.com/keys', 'https://example.community/keys'],
    ['https://github.com/your-org/n8n-nodes-acme', 'https://github.com/yourls/yourls'],
    ['https://acme.io/docs/...', 'https://acme.io/docs/v1.0'],
  ].map(([bad, good]) => ({
    code: 'credentials-documentation-missing',
    case: `the placeholder ${bad}`,
    bad: { credential: { documentationUrl: bad } },
    good: { credential: { documentationUrl: good } },
  })),
  ...['password', 'clientSecret', 'apiKey2', 'access_token', 'privateKey', 'sshPassphrase', 'natsCreds'].map(
    (name) => ({
      code: 'credentials-secret-readable',
      case: name,
      bad: fields(field(name === 'apiKey2' ? 'otherApiKey' : name)),
      good: fields(field(`${name}Name`), field('publicKey'), field('accessTokenUrl'), field('tokenCount')),
    }),
  ),
  {
    code: 'credentials-secret-readable',
    case: 'an access key alone',
    bad: fields(field('accessKey')),
    good: fields(field('accessKey'), field('secretKey', { typeOptions: { password: true } })),
  },
  {
    code: 'credentials-authenticate-invalid',
    case: 'a part that no request has',
    bad: {
      credential: { authenticate: { type: 'generic', properties: { header: { A: '={{ $credentials.apiKey }}' } } } },
    },
    good: {
      credential: { authenticate: { type: 'generic', properties: { qs: { a: '={{ $credentials.apiKey }}' } } } },
    },
  },
  {
    code: 'credentials-authenticate-invalid',
    case: 'a header in the query',
    bad: {
      credential: {
        authenticate: { type: 'generic', properties: { qs: { Authorization: '={{ $credentials.apiKey }}' } } },
      },
    },
    good: {
      credential: { authenticate: { type: 'generic', properties: { qs: { auth: '={{ $credentials.apiKey }}' } } } },
    },
  },
  {
    code: 'credentials-authenticate-invalid',
    case: 'a type that n8n has not',
    bad: { credential: { authenticate: { type: 'header', properties: { headers: { A: 'b' } } } } },
    good: { credential: { authenticate: async () => ({}) }, credentialMethods: ['authenticate'] },
  },
  {
    code: 'credentials-authenticate-invalid',
    case: 'settings of OAuth, which n8n reads in fields only',
    bad: ofOAuth({ type: 'oauth2', properties: { accessTokenUrl: 'https://acme.io/token' } }),
    good: ofOAuth({ type: 'generic', properties: { headers: { A: '={{ $credentials.clientId }}' } } }),
  },
  {
    code: 'credentials-test-without-address',
    case: 'a path alone',
    bad: { credential: { test: { request: { url: '/account' } } } },
    good: { credential: { test: { request: { url: '=https://{{ $credentials.domain }}/account' } } } },
  },
  {
    code: 'credentials-test-without-address',
    case: 'a host alone',
    bad: { credential: { test: { request: { baseURL: 'acme.example', url: '/account' } } } },
    good: { credential: { test: { request: { baseURL: '={{ $credentials.domain }}', url: '/account' } } } },
  },
  {
    code: 'credentials-test-without-address',
    case: 'a path that nothing completes',
    bad: {
      credential: { test: { request: { url: '/account' } } },
      credentialMethods: ['preAuthentication'],
    },
    good: {
      credential: { test: { request: { url: '/account' } }, authenticate: undefined },
      credentialMethods: ['authenticate'],
    },
  },
  {
    code: 'credentials-untested',
    case: 'no test',
    bad: { credential: { test: undefined } },
    good: {
      credential: { test: undefined },
      node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] },
      methods: ['execute', 'credentialTest.testAcme'],
    },
  },
  {
    code: 'credentials-untested',
    case: 'a key that a webhook compares',
    bad: {
      credential: { test: undefined },
      node: webhookTrigger,
      methods: ['webhook', 'webhookMethods.default'],
    },
    good: { credential: { test: undefined }, node: webhookTrigger, methods: ['webhook'] },
  },
  {
    code: 'credentials-expression-without-equals',
    case: 'a header with braces',
    bad: {
      credential: {
        authenticate: { type: 'generic', properties: { headers: { A: 'Bearer {{$credentials.apiKey}}' } } },
      },
    },
    good: {
      credential: {
        authenticate: { type: 'generic', properties: { headers: { A: '=Bearer {{$credentials.apiKey}}' } } },
      },
    },
  },
  {
    code: 'credentials-expression-without-equals',
    case: 'a URL with another field',
    bad: fields(tokenUrl('https://acme.io/{{$self["region"]}}/token')),
    good: fields(tokenUrl('=https://acme.io/{{$self["region"]}}/token')),
  },
  {
    code: 'credentials-expression-equals-twice',
    case: 'a URL with another field',
    bad: fields(tokenUrl('==https://acme.io/{{$self["region"]}}/token')),
    good: fields(tokenUrl('=https://acme.io/token?a=={{$self["region"]}}')),
  },
  {
    code: 'credentials-expression-field-unknown',
    case: 'a field of another name',
    bad: header('={{ $credentials.accessToken }}'),
    good: header('={{ $credentials?.apiKey }}'),
  },
  {
    code: 'credentials-expression-field-unknown',
    case: 'a field of another name, with a constant in its place',
    bad: header('={{ String($credentials.accessToken || "none").trim() }}'),
    good: header('={{ $credentials.accessToken || $credentials.apiKey || "none" }}'),
  },
  {
    code: 'credentials-expression-value-unknown',
    case: 'a region that cannot be selected',
    bad: ofRegions('={{ $credentials.region === "europe" ? 1 : 2 }}'),
    good: ofRegions('={{ $credentials["region"] === "europe" || $credentials.region === "eu" ? 1 : 2 }}'),
  },
  {
    code: 'credentials-expression-blocked-global',
    case: 'a pair in base64',
    bad: header('=Basic {{ Buffer.from($credentials.apiKey + ":").toString("base64") }}'),
    good: header('=Basic {{ ($credentials.apiKey + ":").base64Encode() }}'),
  },
  {
    code: 'credentials-expression-field-unknown',
    case: 'a header that n8n does not set, as it has the token of OAuth',
    bad: {
      credential: {
        authenticate: { type: 'generic', properties: { headers: { A: '={{ $credentials.accessToken }}' } } },
      },
    },
    good: {
      credential: {
        name: 'acmeOAuth2Api',
        displayName: 'Acme OAuth2 API',
        extends: ['oAuth2Api'],
        test: undefined,
        authenticate: { type: 'generic', properties: { headers: { A: '={{ $credentials.accessToken }}' } } },
      },
      node: { credentials: [{ name: 'acmeOAuth2Api' }] },
    },
  },
  {
    code: 'credentials-expression-field-unknown',
    case: 'a variable of another name',
    bad: header('={{ $credential.apiKey }}'),
    good: header('={{ $credentials.apiKey }}'),
  },
  {
    code: 'credentials-expression-field-unknown',
    case: 'a field that is fetched before',
    bad: {
      credential: { authenticate: { type: 'generic', properties: { headers: { A: '={{ $credentials.session }}' } } } },
    },
    good: {
      credential: { authenticate: { type: 'generic', properties: { headers: { A: '={{ $credentials.session }}' } } } },
      credentialMethods: ['preAuthentication'],
    },
  },
  ...serviceCases,
];
