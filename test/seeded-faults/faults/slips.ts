import type { BaseName } from '../base-projects.ts';
import { type Area, type Fault, swap } from '../fault.ts';

const campaign = 'nodes/Lanternmail/CampaignDescription.ts';
const subscribers = 'nodes/Lanternmail/SubscriberDescription.ts';
const apiKey = 'credentials/LanternmailApi.credentials.ts';
const oAuth2 = 'credentials/LanternmailOAuth2Api.credentials.ts';
const lists = 'nodes/Lanternmail/getLists.ts';
const transport = 'nodes/Harborline/shared/transport.ts';
const pierbook = 'nodes/Pierbook/Pierbook.node.js';
const gullwatch = 'src/nodes/Gullwatch/v2/GullwatchV2.ts';
const birds = 'src/nodes/Gullwatch/properties.ts';
const beacon = 'nodes/Beaconly/BeaconlyTrigger.node.ts';
const publish = '.github/workflows/publish.yml';

export const slip =
  (base: BaseName, file: string) =>
  (name: string, from: string, to: string, code: string, { at = to, blocks = true } = {}): Fault => ({
    name: `a slip: ${name}`,
    base,
    change: { [file]: swap(from, to) },
    expect: { code, file, at },
    blocks,
  });

/** One word or line that is not what its author meant. */
export const slips = {
  behaviour: [
    slip('versioned', gullwatch)(
      'an operation that the code has under another name',
      "operation === 'create'",
      "operation === 'add'",
      'behaviour-parameter-missing',
      { at: "this.getNodeParameter('limit'" },
    ),
    slip('javascript', pierbook)(
      'no await before the request',
      'const booking = await this',
      'const booking = this',
      'behaviour-output-not-items',
      { at: 'class Pierbook' },
    ),
    slip('versioned', 'src/nodes/Gullwatch/GullwatchTrigger.node.ts')(
      'the time of the last poll kept under another name',
      'data.since = now',
      'data.until = now',
      'behaviour-poll-repeats',
      { at: 'export class', blocks: false },
    ),
  ],
  types: [
    slip('declarative', lists)('a list that is not returned', 'return lists.map', 'lists.map', 'types-error', {
      at: 'export async',
    }),
    slip('trigger', beacon)(
      'an event that is no list of items',
      '[this.helpers.returnJsonArray(event)]',
      '[event]',
      'types-error',
    ),
  ],
  credentials: [
    slip('declarative', apiKey)(
      'the credential by another name in an expression',
      '{{$credentials.apiKey}}',
      '{{$credential.apiKey}}',
      'credentials-expression-field-unknown',
    ),
    slip('declarative', apiKey)(
      'a default that is not offered',
      "default: 'eu'",
      "default: 'europe'",
      'credentials-default-not-an-option',
      { blocks: false },
    ),
    slip('declarative', oAuth2)(
      'the credential of n8n misspelt',
      "extends = ['oAuth2Api']",
      "extends = ['oauth2Api']",
      'credentials-extends-unknown',
    ),
  ],
  nodes: [
    slip('declarative', campaign)(
      'a parameter in another case in a URL',
      "url: '=/campaigns/{{$parameter.campaignId}}',",
      "url: '=/campaigns/{{$parameter.campaignID}}',",
      'nodes-expression-parameter-unknown',
    ),
    slip('declarative', campaign)(
      'an expression in a URL that is not closed',
      '{{$parameter.campaignId}}/send',
      '{{$parameter.campaignId}/send',
      'nodes-expression-syntax',
    ),
    slip('versioned', birds)(
      'a parameter twice',
      "displayName: 'Limit',\n    name: 'limit'",
      "displayName: 'Species',\n    name: 'species'",
      'nodes-parameter-duplicate',
      { at: "displayName: 'Species'" },
    ),
    slip('trigger', beacon)(
      'a webhook under another name than its methods',
      "name: 'default',\n        httpMethod",
      "name: 'setup',\n        httpMethod",
      'nodes-webhook-invalid',
    ),
    slip('versioned', 'src/nodes/Gullwatch/GullwatchTrigger.node.ts')(
      'a trigger in the group of other nodes',
      "group: ['trigger']",
      "group: ['transform']",
      'nodes-trigger-incomplete',
    ),
    slip('declarative', subscribers)(
      'a list that depends on a misspelt parameter',
      "loadOptionsMethod: 'getLists',",
      "loadOptionsMethod: 'getLists',\n      loadOptionsDependsOn: ['ressource'],",
      'nodes-depends-on-unknown',
      { at: 'typeOptions', blocks: false },
    ),
  ],
  security: [
    slip('javascript', pierbook)(
      'a file read in the middle of an execution',
      'const items = this.getInputData();',
      "const items = this.getInputData();\n    const { tmpdir } = await import('node:os');\n    void tmpdir();",
      '@n8n/community-nodes/no-restricted-imports',
      { at: "import('node:os')" },
    ),
    slip('programmatic', transport)(
      'a key in the address of all requests',
      "'https://api.harborline.example/v2'",
      "'https://harborline:pk_live_8fQ2mZr71xVb@api.harborline.example/v2'",
      'security-secret',
    ),
  ],
  manifest: [
    slip('declarative', 'package.json')(
      'a version of two numbers',
      '"version": "2.1.0"',
      '"version": "2.1"',
      '@n8n/community-nodes/require-version',
    ),
    slip('declarative', 'package.json')(
      'the list of credentials misspelt',
      '"credentials": [',
      '"credential": [',
      'manifest-n8n-field-misspelt',
    ),
    slip('declarative', 'package.json')(
      'the version of the API as text',
      '"n8nNodesApiVersion": 1',
      '"n8nNodesApiVersion": "1"',
      '@n8n/community-nodes/n8n-object-validation',
    ),
  ],
  packaging: [
    slip('declarative', 'package.json')(
      'only the nodes shipped',
      '    "dist"\n  ],\n  "n8n"',
      '    "dist/nodes"\n  ],\n  "n8n"',
      'structure-declared-not-shipped',
      { at: '"files"' },
    ),
  ],
  provenance: [
    slip('declarative', publish)(
      'permission to read the token',
      'id-token: write',
      'id-token: read',
      'provenance-workflow-permission',
      { at: '  publish:' },
    ),
  ],
} satisfies Partial<Record<Area, readonly Fault[]>>;
