import type { RuleCase } from '../../../rule-case.ts';
import type { Given } from '../../../shared-rules/given-package.ts';

/** A credential with a region, and the URLs of its service. */
const service = (selector: string, authUrl: string, accessTokenUrl: string): Given => ({
  credential: {
    name: 'acmeOAuth2Api',
    displayName: 'Acme OAuth2 API',
    extends: ['oAuth2Api'],
    authenticate: undefined,
    test: undefined,
    properties: [
      {
        ...{ displayName: 'Region', name: selector, type: 'options', default: 'us' },
        options: [
          { name: 'Europe', value: 'eu' },
          { name: 'United States', value: 'us' },
        ],
      },
      { displayName: 'Authorization URL', name: 'authUrl', type: 'hidden', default: authUrl },
      { displayName: 'Access Token URL', name: 'accessTokenUrl', type: 'hidden', default: accessTokenUrl },
    ],
  },
  node: { credentials: [{ name: 'acmeOAuth2Api' }] },
});

const chosen = '=https://{{ $self["region"] === "eu" ? "eu." : "" }}acme.example/oauth/authorize';
const named = '=https://{{$self.region}}.acme.example/oauth/authorize';

/** A project that violates the rule, and one that comes as close as possible without violating it. */
export const cases: readonly RuleCase<Given>[] = [
  {
    code: 'credentials-oauth-token-region',
    case: 'the host of one region',
    bad: service('region', chosen, 'https://acme.example/oauth/token'),
    good: service('region', chosen, '=https://{{ $self["region"] === "eu" ? "eu." : "" }}acme.example/oauth/token'),
  },
  {
    code: 'credentials-oauth-token-region',
    case: 'the region is a part of the host',
    bad: service('region', named, 'https://us.acme.example/oauth/token'),
    // A host of its own gives all tokens.
    good: service('region', named, 'https://login.acme.example/oauth/token'),
  },
  {
    code: 'credentials-oauth-token-region',
    case: 'an expression with `!==`',
    bad: service(
      'dataCenter',
      '=https://app.acme.{{$self.dataCenter !== "us" ? "eu" : "example"}}/authorize',
      'https://app.acme.example/token',
    ),
    // The host does not depend on it.
    good: service('region', '=https://acme.example/authorize?region={{$self.region}}', 'https://acme.example/token'),
  },
];
