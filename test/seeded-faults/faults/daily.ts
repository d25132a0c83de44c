import type { Area, Fault } from '../fault.ts';
import { slip } from './slips.ts';

const campaign = slip('declarative', 'nodes/Lanternmail/CampaignDescription.ts');
const subscriber = slip('declarative', 'nodes/Lanternmail/SubscriberDescription.ts');
const lanternmail = slip('declarative', 'package.json');
const pierbook = slip('javascript', 'nodes/Pierbook/Pierbook.node.js');
const gullwatch = slip('versioned', 'src/nodes/Gullwatch/v2/GullwatchV2.ts');
const sightings = slip('versioned', 'src/nodes/Gullwatch/properties.ts');
const poll = slip('versioned', 'src/nodes/Gullwatch/GullwatchTrigger.node.ts');
const beacon = slip('trigger', 'nodes/Beaconly/BeaconlyTrigger.node.ts');

/** The finding is in this file, at this text. */
const toldAt = (file: string, fault: Fault, at?: string): Fault => ({
  ...fault,
  expect: { code: fault.expect.code, file, ...(at !== undefined && { at }) },
});

/** What went wrong in projects from outside, when faults were made there that no rule was written for. */
export const daily = {
  behaviour: [
    pierbook(
      'daily: an operation that the code does not know',
      "const operation = this.getNodeParameter('operation', i);",
      "const operation = this.getNodeParameter('operation', i);\n        if (operation !== 'book') throw new Error(`Unknown operation: ${operation}`);",
      'behaviour-operation-unknown',
      { at: "value: 'cancel'" },
    ),
    pierbook(
      'daily: the number of an item for that of an input',
      'const booking = await',
      'this.getInputData(i)[0].json.seen?.toString();\n        const booking = await',
      'behaviour-items-lost',
      { at: "name: 'Book'" },
    ),
    pierbook(
      'daily: all ends in the loop',
      'pairedItem: { item: i } });\n      } catch',
      'pairedItem: { item: i } });\n        return [returnData];\n      } catch',
      'behaviour-items-lost',
      { at: "name: 'Book'" },
    ),
    pierbook(
      'daily: a list of results at the top',
      'const returnData = [];',
      'const returnData = (this.constructor.results ??= []);',
      'behaviour-state-kept',
      { at: "name: 'Book'", blocks: false },
    ),
    toldAt(
      'src/nodes/Gullwatch/properties.ts',
      gullwatch(
        'daily: the index of the first item',
        "qs: { species: this.getNodeParameter('species', i)",
        "qs: { species: this.getNodeParameter('species', 0)",
        'behaviour-values-of-other-item',
      ),
      "name: 'Get Many'",
    ),
    gullwatch(
      'daily: a parameter under another name',
      "limit: this.getNodeParameter('limit', i)",
      "limit: this.getNodeParameter('maxResults', i)",
      'nodes-parameter-unknown',
    ),
    beacon(
      'daily: the ID of the webhook is not kept',
      'data.webhookId = created.id;',
      'data.id = created.id;',
      'behaviour-webhook-not-deleted',
      { at: 'export class', blocks: false },
    ),
    toldAt(
      'src/nodes/Gullwatch/GullwatchTrigger.node.ts',
      poll(
        'daily: a list of items without the list of outputs',
        '? [this.helpers.returnJsonArray(sightings)] : null',
        '? (this.helpers.returnJsonArray(sightings) as never) : null',
        'behaviour-output-flat',
      ),
    ),
  ],
  nodes: [
    campaign(
      'daily: an operation in the plural, beside others of the name',
      "show: { resource, operation: ['get', 'send'] }",
      "show: { resource, operation: ['gets', 'sends'] }",
      'nodes-parameter-never-shown',
      { at: "displayName: 'Campaign ID'" },
    ),
    campaign(
      'daily: one operation in the plural, beside another one',
      "show: { resource, operation: ['get', 'send'] }",
      "show: { resource, operation: ['get', 'sends'] }",
      'nodes-display-value-unknown',
      { at: "operation: ['get', 'sends']", blocks: false },
    ),
    subscriber(
      'daily: two operations of one value',
      "value: 'getAll'",
      "value: 'get'",
      'n8n-nodes-base/node-param-option-value-duplicate',
      { at: 'Get Many' },
    ),
    beacon(
      'daily: the path of the webhook from a parameter that is gone',
      "path: 'webhook'",
      'path: \'={{$parameter["path"]}}\'',
      'nodes-expression-parameter-unknown',
    ),
    sightings(
      'daily: a locator with an invalid regular expression',
      "name: 'species',\n    type: 'string',\n    default: ''",
      "name: 'species',\n    type: 'resourceLocator',\n    modes: [{ displayName: 'By Name', name: 'name', type: 'string', validation: [{ type: 'regex', properties: { regex: '^[a-z ', errorMessage: 'No' } }] }],\n    default: { mode: 'name', value: '' }",
      'nodes-resource-locator-invalid',
      { at: 'modes:' },
    ),
    sightings(
      'daily: a locator that extracts nothing',
      "name: 'species',\n    type: 'string',\n    default: ''",
      "name: 'species',\n    type: 'resourceLocator',\n    modes: [{ displayName: 'By URL', name: 'url', type: 'string', extractValue: { type: 'regex', regex: 'https://gullwatch.example/[a-z]+' } }],\n    default: { mode: 'url', value: '' }",
      'nodes-resource-locator-invalid',
      { at: 'modes:' },
    ),
    campaign(
      'daily: a URL without its equals sign',
      "url: '=/campaigns/{{$parameter.campaignId}}/send'",
      "url: '/campaigns/{{$parameter.campaignId}}/send'",
      'nodes-expression-without-equals',
    ),
  ],
  manifest: [
    lanternmail('daily: engines beyond those of n8n', '"node": ">=20.15"', '"node": ">=26"', 'manifest-engines', {
      blocks: false,
    }),
    lanternmail(
      'daily: the list of nodes misspelt',
      '"nodes": [',
      '"node": [',
      '@n8n/community-nodes/n8n-object-validation',
      { at: '"n8n"' },
    ),
    lanternmail(
      'daily: a name without the prefix',
      '"n8n-nodes-lanternmail",',
      '"lanternmail-n8n",',
      '@n8n/community-nodes/package-name-convention',
    ),
  ],
} satisfies Partial<Record<Area, readonly Fault[]>>;
