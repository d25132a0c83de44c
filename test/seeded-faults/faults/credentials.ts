import { type Fault, swap } from '../fault.ts';

const apiKey = 'credentials/LanternmailApi.credentials.ts';
const oAuth2 = 'credentials/LanternmailOAuth2Api.credentials.ts';
const node = 'nodes/Lanternmail/Lanternmail.node.ts';
const pierbook = 'nodes/Pierbook/Pierbook.node.js';
const pierbookApi = 'credentials/PierbookApi.credentials.js';
const beacon = 'credentials/BeaconlyApi.credentials.ts';
const lint = (rule: string) => `@n8n/community-nodes/${rule}`;

const edit = (
  file: string,
  name: string,
  from: string,
  to: string,
  code: string,
  at: string,
  blocks = true,
): Fault => ({
  name,
  base: file === beacon ? 'trigger' : 'declarative',
  change: { [file]: swap(from, to) },
  expect: { code, file, at },
  blocks,
});

const authenticate = `  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: {
        Authorization: '=Bearer {{$credentials.apiKey}}',
      },
    },
  };

`;
const test = `
  test: ICredentialTestRequest = {
    request: {
      baseURL: '=https://{{$credentials.region}}.api.lanternmail.example/v1',
      url: '/account',
    },
  };
`;

export const credentialFaults: readonly Fault[] = [
  edit(
    apiKey,
    'a key that can be read',
    '      typeOptions: { password: true },\n',
    '',
    lint('credential-password-field'),
    "name: 'apiKey'",
  ),
  {
    name: 'no authenticate',
    base: 'declarative',
    change: { [apiKey]: (text) => swap('  IAuthenticateGeneric,\n', '')(swap(authenticate, '')(text)) },
    expect: { code: 'nodes-credential-not-applied', file: node, at: "name: 'lanternmailApi'" },
    blocks: true,
  },
  {
    name: 'no test',
    base: 'declarative',
    change: { [apiKey]: (text) => swap('  ICredentialTestRequest,\n', '')(swap(test, '')(text)) },
    expect: { code: lint('credential-test-required'), file: apiKey, at: 'export class' },
    blocks: true,
  },
  edit(
    apiKey,
    'a field that authenticate does not have',
    '$credentials.apiKey}}',
    '$credentials.apikey}}',
    'credentials-expression-field-unknown',
    'Authorization:',
  ),
  edit(
    apiKey,
    'an expression without its equals sign',
    "'=Bearer {{",
    "'Bearer {{",
    'credentials-expression-without-equals',
    'Authorization:',
  ),
  edit(
    apiKey,
    'an expression that is not closed',
    '{{$credentials.apiKey}}',
    '{{$credentials.apiKey}',
    'credentials-expression-syntax',
    'Authorization:',
  ),
  edit(
    apiKey,
    'a field of the test that is not there',
    '$credentials.region}}.api',
    '$credentials.zone}}.api',
    'credentials-expression-field-unknown',
    'baseURL',
  ),
  edit(
    apiKey,
    'a test without an address',
    "'=https://{{$credentials.region}}.api.lanternmail.example/v1'",
    "''",
    'credentials-test-without-address',
    'test: ICred',
  ),
  edit(
    apiKey,
    'a test over http',
    "'=https://{{$credentials.region}}",
    "'=http://{{$credentials.region}}",
    'security-address-insecure',
    'baseURL',
  ),
  edit(
    oAuth2,
    'tokens over http',
    "'https://login.lanternmail.example/oauth/token'",
    "'http://login.lanternmail.example/oauth/token'",
    'security-address-insecure',
    '/oauth/token',
  ),
  edit(
    oAuth2,
    'no token URL',
    "      default: 'https://login.lanternmail.example/oauth/token',",
    "      default: '',",
    'credentials-oauth-incomplete',
    "displayName: 'Access Token URL'",
  ),
  edit(
    oAuth2,
    'the field of the token URL left out',
    `    {
      displayName: 'Access Token URL',
      name: 'accessTokenUrl',
      type: 'hidden',
      default: 'https://login.lanternmail.example/oauth/token',
      required: true,
    },
`,
    '',
    'credentials-oauth-incomplete',
    'export class',
    false,
  ),
  edit(
    oAuth2,
    'an unknown grant',
    "default: 'authorizationCode'",
    "default: 'authorization_code'",
    'credentials-oauth-incomplete',
    'authorization_code',
  ),
  edit(
    oAuth2,
    'an unknown place of authentication',
    "default: 'header'",
    "default: 'bearer'",
    'credentials-oauth-incomplete',
    "'bearer'",
    false,
  ),
  edit(
    oAuth2,
    'OAuth2 without extends',
    "  extends = ['oAuth2Api'];\n\n",
    '',
    'credentials-oauth-without-base',
    'export class',
  ),
  edit(
    oAuth2,
    'extends what does not exist',
    "['oAuth2Api']",
    "['oAuth2API']",
    'credentials-extends-unknown',
    'extends =',
  ),
  edit(
    apiKey,
    'a name without Api',
    "name = 'lanternmailApi'",
    "name = 'lanternmail'",
    'n8n-nodes-base/cred-class-field-name-unsuffixed',
    "name = 'lantern",
  ),
  edit(
    apiKey,
    'a label without API',
    "'Lanternmail API'",
    "'Lanternmail'",
    'n8n-nodes-base/cred-class-field-display-name-missing-api',
    'displayName =',
  ),
  edit(apiKey, 'an unknown type of field', "type: 'options'", "type: 'select'", 'types-error', "type: 'select'"),
  edit(
    apiKey,
    'a default that is no option',
    "default: 'eu'",
    "default: 'de'",
    'credentials-default-not-an-option',
    "default: 'de'",
    false,
  ),
  edit(
    apiKey,
    'no documentation',
    "  documentationUrl = 'https://github.com/lanternmail/n8n-nodes-lanternmail#credentials';\n\n",
    '',
    'n8n-nodes-base/cred-class-field-documentation-url-missing',
    'export class',
  ),
  edit(
    apiKey,
    'documentation that is no address',
    "'https://github.com/lanternmail/n8n-nodes-lanternmail#credentials'",
    "'lanternmail'",
    lint('credential-documentation-url'),
    'documentationUrl',
  ),
  edit(
    apiKey,
    'an icon that is not there',
    "light: 'file:../icons/lanternmail.svg'",
    "light: 'file:../icons/lantern.svg'",
    lint('icon-validation'),
    'icon: Icon',
  ),
  {
    name: "n8n's own name",
    base: 'declarative',
    change: {
      [apiKey]: swap("name = 'lanternmailApi'", "name = 'mailchimpApi'"),
      [node]: swap("name: 'lanternmailApi'", "name: 'mailchimpApi'"),
      'nodes/Lanternmail/getLists.ts': swap(": 'lanternmailApi'", ": 'mailchimpApi'"),
    },
    expect: { code: 'credentials-name-taken', file: apiKey, at: "name = 'mail" },
    blocks: true,
  },
  edit(
    apiKey,
    'the secret in the address',
    "      headers: {\n        Authorization: '=Bearer {{$credentials.apiKey}}',\n      },",
    "      qs: {\n        api_key: '={{$credentials.apiKey}}',\n      },",
    'credentials-secret-in-address',
    'api_key',
    false,
  ),
  edit(
    beacon,
    'a test whose address is no address',
    '=https://{{$credentials.team}}.beaconly.example/api',
    '{{$credentials.team}}.beaconly.example/api',
    'credentials-expression-without-equals',
    'baseURL',
  ),
  edit(
    beacon,
    'certificates are not looked at',
    "      url: '/me',",
    "      url: '/me',\n      skipSslCertificateValidation: true,",
    'security-certificates-ignored',
    'skipSsl',
  ),
  edit(
    beacon,
    'two fields of one name',
    "      displayName: 'Access Token',\n      name: 'accessToken',",
    "      displayName: 'Team',\n      name: 'team',\n      type: 'string',\n      default: '',\n    },\n    {\n      displayName: 'Access Token',\n      name: 'accessToken',",
    'credentials-field-duplicate',
    "name: 'team',\n      type: 'string',\n      default: '',\n    },",
    false,
  ),
  edit(
    beacon,
    'a value of the secret given',
    "      default: '',\n      required: true,\n    },\n  ];",
    "      default: 'bcn_live_7Gh2kLq90sXzPwV4',\n      required: true,\n    },\n  ];",
    'credentials-secret-given',
    'bcn_live',
  ),
  edit(
    beacon,
    'a required field that is hidden for ever',
    "      placeholder: 'e.g. acme',",
    "      placeholder: 'e.g. acme',\n      displayOptions: { show: { plan: ['team'] } },",
    'credentials-display-name-unknown',
    'displayOptions',
  ),
  edit(
    beacon,
    'the wrong name of authenticate',
    '  authenticate: IAuth',
    '  authentication: IAuth',
    'credentials-not-applied',
    'export class',
    false,
  ),
  edit(
    beacon,
    'a place that authenticate does not have',
    '      headers: {',
    '      header: {',
    'types-error',
    '      header: {',
  ),
  edit(
    apiKey,
    'a default over the maximum',
    '  properties: INodeProperties[] = [\n',
    "  properties: INodeProperties[] = [\n    { displayName: 'Timeout', name: 'timeout', type: 'number', typeOptions: { maxValue: 20 }, default: 50 },\n",
    'credentials-default-out-of-range',
    'default: 50',
    false,
  ),
  {
    name: 'a test of one instance only',
    base: 'javascript',
    change: {
      [pierbookApi]: (text) =>
        swap(
          "baseURL: '={{$credentials.harbourUrl}}'",
          "baseURL: 'https://marina.pierbook.example'",
        )(text).replace("'harbourUrl'", "'instanceUrl'"),
      [pierbook]: (text) => text.replaceAll('harbourUrl', 'instanceUrl'),
    },
    expect: { code: 'credentials-test-host-fixed', file: pierbookApi, at: 'this.test' },
    blocks: true,
  },
];
