import type { RuleCase } from '../../rule-case.ts';
import type { Given } from '../../shared-rules/given-package.ts';
import { identityCases } from './identity-cases.ts';
import { requestCases } from './request-cases.ts';

const text = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
const codex = (value: unknown): Given => ({
  files: { 'dist/nodes/Acme/Acme.node.json': typeof value === 'string' ? value : JSON.stringify(value) },
});
const packed = (files: readonly string[]): Given => ({
  source: 'nodes/Acme/Acme.node.ts',
  files: { 'nodes/Acme/Acme.node.json': '{ "resources": {} }', 'dist/nodes/Acme/Acme.node.json': undefined },
  manifest: { files },
});

const withList = ['execute', 'loadOptions.getOrders'];
const dependent = (loadOptionsDependsOn: readonly string[]) =>
  text('order', { type: 'options', typeOptions: { loadOptionsMethod: 'getOrders', loadOptionsDependsOn } });

/** A node that waits for an answer to its webhook. @param values of its operations */
const asking = (values: readonly string[]) => ({
  webhooks: [{ name: 'default', httpMethod: 'GET', responseMode: 'onReceived', path: 'answer' }],
  properties: [
    {
      ...text('operation', { type: 'options', noDataExpression: true, default: values[0] }),
      options: values.map((value) => ({ name: value, value, action: `${value} an order` })),
    },
  ],
});

/** Cases of the rules that only nodes have. */
export const nodeCases: readonly RuleCase<Given>[] = [
  ...identityCases,
  ...requestCases,
  {
    code: 'nodes-name-invalid',
    case: 'a dot',
    bad: { node: { name: 'acme.orders' } },
    good: { node: { name: 'acme-orders_2' } },
  },
  { code: 'nodes-name-invalid', case: 'no name', bad: { node: { name: undefined } }, good: { node: { name: 'a' } } },
  {
    code: 'nodes-description-incomplete',
    case: 'no group',
    bad: { node: { group: undefined } },
    good: { node: { group: [] } },
  },
  {
    code: 'nodes-description-incomplete',
    case: 'an empty label',
    bad: { node: { displayName: ' ' } },
    good: { node: { displayName: 'A' } },
  },
  {
    code: 'nodes-description-incomplete',
    case: 'no defaults',
    bad: { node: { defaults: undefined } },
    good: { node: { defaults: {} } },
  },
  {
    code: 'nodes-version-invalid',
    case: 'a version that is text',
    bad: { node: { version: '1' } },
    good: { node: { version: [1, 1.1], defaultVersion: 1.1 } },
  },
  {
    code: 'nodes-version-invalid',
    case: 'a default that is none of them',
    bad: { node: { version: [1, 2], defaultVersion: 3 } },
    good: { node: { version: [1, 2, 3], defaultVersion: 3 } },
  },
  {
    code: 'nodes-version-invalid',
    case: 'one that nodeVersions lacks',
    bad: { node: { version: undefined }, versions: { 1: { version: 1 }, 2: { version: [2, 2.1] } } },
    good: {
      node: { version: undefined, defaultVersion: 2 },
      versions: { 1: { version: 1 }, 2: { version: [2, 2.1] } },
    },
  },
  {
    code: 'nodes-version-invalid',
    case: 'one that nodeVersions lacks, with others',
    bad: { node: { version: undefined }, versions: { 1: { version: [1, 2] }, 2: { version: [2, 2.1] } } },
    good: {
      node: { version: undefined, defaultVersion: 2.1 },
      versions: { 1: { version: 1 }, 2: { version: [2, 2.1] }, 2.1: { version: [2, 2.1] } },
    },
  },
  {
    code: 'nodes-version-invalid',
    case: 'one under another number',
    bad: { node: { version: undefined }, versions: { 1: { version: 1 }, 2: { version: 1 } } },
    good: { node: { version: undefined }, versions: { 1: { version: 1 }, 2: { version: 2 } } },
  },
  {
    code: 'nodes-connection-invalid',
    case: 'a name that n8n has not',
    bad: { node: { outputs: ['main', 'Main'] } },
    good: { node: { outputs: ['main', { type: 'ai_tool', displayName: 'Tool' }] } },
  },
  {
    code: 'nodes-connection-invalid',
    case: 'text instead of a list',
    bad: { node: { inputs: 'main' } },
    good: { node: { inputs: '={{ ["main"] }}' } },
  },
  {
    code: 'nodes-tool-unset',
    case: 'not a word of it',
    bad: { node: { usableAsTool: undefined } },
    good: { node: { usableAsTool: undefined, outputs: ['ai_memory'] } },
  },
  {
    code: 'nodes-tool-unset',
    case: 'no answer in any version',
    bad: { node: { usableAsTool: undefined, version: 2 } },
    good: { node: { usableAsTool: { $undefined: 'undefined' } } },
  },
  {
    code: 'nodes-tool-unset',
    case: 'a node that needs no model',
    bad: { node: { usableAsTool: undefined } },
    good: { node: { usableAsTool: undefined, inputs: ['main', { type: 'ai_languageModel' }] } },
  },
  {
    code: 'nodes-tool-unset',
    case: 'a node with one input',
    bad: { node: { usableAsTool: undefined } },
    good: { node: { usableAsTool: undefined, inputs: ['main', 'main'] } },
  },
  {
    code: 'nodes-tool-unset',
    case: 'a node that asks somebody, and can do something else',
    bad: { node: { usableAsTool: undefined, ...asking(['sendAndWait', 'send']) }, methods: ['webhook'] },
    good: { node: { usableAsTool: undefined, ...asking(['sendAndWait']) }, methods: ['webhook'] },
  },
  {
    code: 'nodes-tool-on-trigger',
    case: 'a trigger as a tool',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: true }, methods: ['trigger'] },
    good: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined }, methods: ['trigger'] },
  },
  {
    code: 'nodes-cannot-run',
    case: 'neither methods nor requests',
    bad: { methods: ['loadOptions.getOrders'] },
    good: { methods: [], node: { requestDefaults: { url: 'https://api.acme.example' } } },
  },
  {
    code: 'nodes-cannot-run',
    case: 'no function for an operation',
    bad: { methods: ['credentialTest.acmeApi'] },
    good: { methods: ['customOperations.order.get'] },
  },
  {
    code: 'nodes-cannot-run',
    case: 'a model that is offered to no agent',
    bad: { node: { outputs: ['main'] }, methods: ['supplyData'] },
    good: { node: { outputs: ['ai_languageModel'], usableAsTool: undefined }, methods: ['supplyData'] },
  },
  {
    code: 'nodes-inputs-missing',
    case: 'a node that starts no workflow',
    bad: { node: { inputs: [] }, methods: ['execute'] },
    good: { node: { inputs: ['main'] }, methods: ['execute'] },
  },
  {
    code: 'nodes-inputs-missing',
    case: 'a node that supplies nothing',
    bad: { node: { inputs: [], usableAsTool: undefined }, methods: ['execute'] },
    good: { node: { inputs: [], outputs: ['ai_tool'], usableAsTool: undefined }, methods: ['supplyData'] },
  },
  {
    code: 'nodes-trigger-incomplete',
    case: 'polling without poll, and without any other method',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined, polling: true }, methods: [] },
    good: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined, polling: true }, methods: ['poll'] },
  },
  {
    code: 'nodes-cannot-run',
    case: 'a trigger that neither starts anything nor sends requests by its parameters',
    bad: {
      node: { group: ['trigger'], inputs: [], usableAsTool: undefined },
      methods: ['loadOptions.getOrders'],
      credential: { authenticate: undefined },
    },
    good: {
      node: { group: ['trigger'], inputs: [], usableAsTool: undefined },
      methods: ['loadOptions.getOrders', 'trigger'],
      credential: { authenticate: undefined },
    },
  },
  {
    code: 'nodes-cannot-run',
    case: 'a trigger that only executes',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined } },
    good: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined }, methods: ['execute', 'trigger'] },
  },
  {
    code: 'nodes-trigger-incomplete',
    case: 'polling without poll',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined, polling: true }, methods: ['trigger'] },
    good: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined, polling: true }, methods: ['poll'] },
  },
  {
    code: 'nodes-trigger-incomplete',
    case: 'webhook without webhooks',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined }, methods: ['webhook'] },
    good: {
      node: {
        group: ['trigger'],
        inputs: [],
        usableAsTool: undefined,
        webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
      },
      methods: ['webhook'],
    },
  },
  {
    code: 'nodes-trigger-incomplete',
    case: 'a trigger of another group',
    bad: { node: { group: ['transform'], inputs: [], usableAsTool: undefined, polling: true }, methods: ['poll'] },
    // It stands between other nodes, and waits for a call.
    good: {
      node: {
        inputs: ['main'],
        webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
      },
      methods: ['execute', 'webhook'],
    },
  },
  {
    code: 'nodes-trigger-incomplete',
    case: 'webhooks without webhook in an action node',
    bad: {
      node: {
        inputs: ['main'],
        webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
      },
    },
    // n8n calls neither of these methods.
    good: { node: { inputs: ['main'] }, methods: ['execute', 'webhook', 'poll'] },
  },
  {
    code: 'nodes-depends-on-unknown',
    case: 'a misspelt parameter',
    bad: { node: { properties: [text('sheetId'), dependent(['sheetID'])] }, methods: withList },
    good: {
      node: { properties: [text('sheetId'), dependent(['sheetId.value', '/order', '&sheetId', 'acmeApi'])] },
      methods: withList,
    },
  },
  {
    code: 'nodes-method-missing',
    case: 'a list of options',
    bad: {
      node: { properties: [text('order', { type: 'options', typeOptions: { loadOptionsMethod: 'getOrders' } })] },
      methods: ['execute', 'loadOptions.getOrder', 'listSearch.getOrders'],
    },
    good: {
      node: { properties: [text('order', { type: 'options', typeOptions: { loadOptionsMethod: 'getOrders' } })] },
      methods: ['execute', 'loadOptions.getOrders'],
    },
  },
  {
    code: 'nodes-method-missing',
    case: 'the list of a resource locator',
    bad: { node: { properties: [locator('list', 'list')] } },
    good: { node: { properties: [locator('list', 'list')] }, methods: ['execute', 'listSearch.searchOrders'] },
  },
  {
    code: 'nodes-method-missing',
    case: 'methods that a module gives that is not installed',
    bad: { node: { properties: [locator('list', 'list')] }, methods: ['execute', 'loadOptions.*'] },
    good: { node: { properties: [locator('list', 'list')] }, methods: ['execute', 'listSearch.*'] },
  },
  {
    code: 'nodes-resource-locator-invalid',
    case: 'a mode that it has not',
    bad: { node: { properties: [locator('id', 'list')] } },
    good: { node: { properties: [locator('id', 'id')] } },
  },
  {
    code: 'nodes-resource-locator-invalid',
    case: 'no modes',
    bad: { node: { properties: [{ ...locator('id', 'id'), modes: [] }] } },
    good: { node: { properties: [{ ...locator('id', 'id'), default: { mode: '', value: '' } }] } },
  },
  {
    code: 'nodes-resource-locator-invalid',
    case: 'an invalid regular expression',
    bad: { node: { properties: [matching({ validation: '[a-z' })] } },
    good: { node: { properties: [matching({ validation: '[a-z(]+\\(' })] } },
  },
  {
    code: 'nodes-resource-locator-invalid',
    case: 'two groups to extract',
    bad: { node: { properties: [matching({ extracted: '(http|https)://acme.example/([a-z]+)' })] } },
    good: { node: { properties: [matching({ extracted: '(?:http|https)://acme\\.example/([(a-z]+)\\(?(?=/)' })] } },
  },
  {
    code: 'nodes-resource-locator-invalid',
    case: 'no group to extract',
    bad: { node: { properties: [matching({ extracted: '(?:[a-z]+)' })] } },
    good: { node: { properties: [matching({ extracted: '(?<name>[a-z]+)' })] } },
  },
  {
    code: 'nodes-codex-invalid',
    case: 'not JSON',
    bad: codex('{ "categories": ["Sales",] }'),
    good: codex('{ "categories": ["Sales"], "resources": {} }'),
  },
  { code: 'nodes-codex-invalid', case: 'no resources', bad: codex({ categories: [] }), good: codex({ resources: {} }) },
  {
    code: 'nodes-codex-invalid',
    case: 'only categories that n8n does not have',
    bad: codex({ categories: ['Data and Storage', 'CRM'], resources: {} }),
    good: codex({ categories: ['CRM', 'Data & Storage'], resources: {} }),
  },
  {
    code: 'nodes-codex-invalid',
    case: 'a misspelled category next to one of n8n',
    bad: codex({ categories: ['Communications', 'Developer Tools'], resources: {} }),
    good: codex({ categories: ['Communication', 'Sale & Rent'], resources: {} }),
  },
  {
    code: 'nodes-codex-invalid',
    case: 'an empty link',
    bad: codex({ resources: { primaryDocumentation: [{ url: '' }] } }),
    good: codex({ resources: { primaryDocumentation: [{ url: 'http://acme.example' }] } }),
  },
  {
    code: 'nodes-codex-invalid',
    case: 'a link to the machine of the author',
    bad: codex({ resources: { primaryDocumentation: [{ url: 'http://localhost:3000/docs' }] } }),
    good: codex({ resources: { primaryDocumentation: [{ url: 'https://localhost.acme.example/docs' }] } }),
  },
  {
    code: 'nodes-codex-invalid',
    case: 'a link to a private network',
    bad: codex({ resources: { primaryDocumentation: [{ url: 'http://192.168.1.20/docs' }] } }),
    good: codex({ resources: { primaryDocumentation: [{ url: 'http://10.acme.example/docs' }] } }),
  },
  {
    code: 'nodes-codex-invalid',
    case: 'links under another name',
    bad: codex({ resources: { nodeDocumentation: [{ url: 'https://acme.example' }] } }),
    good: codex({ resources: { credentialDocumentation: [{ url: 'README.md' }] } }),
  },
  {
    code: 'nodes-codex-invalid',
    case: 'links under another name, not those to a page for the credential',
    bad: codex({ resources: { documentation: [{ url: 'https://acme.example' }] } }),
    good: codex({ resources: { credentialsDocumentation: [{ url: 'README.md' }] } }),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'a required parameter that is hidden',
    bad: { node: { properties: [{ displayName: 'ID', name: 'id', type: 'hidden', default: '', required: true }] } },
    good: { node: { properties: [{ displayName: 'ID', name: 'id', type: 'hidden', default: '1', required: true }] } },
  },
  {
    code: 'nodes-codex-not-shipped',
    case: '`files` without it',
    bad: packed(['dist/**/*.js', 'dist/**/*.svg']),
    good: packed(['dist/**/*.js', 'dist/**/*.{json,svg}']),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the name of another package',
    bad: codex({ node: 'n8n-nodes-base.httpbin', resources: {} }),
    good: codex({ node: 'n8n-nodes-acme', resources: {} }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the path of another file',
    bad: codex({ node: 'n8n-nodes-base/dist/nodes/Acme.node.js', resources: {} }),
    good: codex({ node: 'dist/nodes/Acme/Acme.node.js', resources: {} }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the prefix that the documentation asks for, before the name of the template',
    bad: codex({ node: 'n8n-nodes-base.Basic', resources: {} }),
    good: codex({ node: 'n8n-nodes-base.Acme', resources: {} }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'a file that n8n reads, because the node does not describe itself',
    bad: { ...codex({ node: 'n8n-nodes-base.acmetrigger', resources: {} }), node: { codex: undefined } },
    good: { ...codex({ node: 'n8n-nodes-base.acmetrigger' }), node: { codex: { categories: ['Sales'] } } },
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the name of the template alone, unless it is of no other package that is known',
    bad: codex({ node: 'n8n-nodes-github-issues', resources: {} }),
    good: codex({ node: 'n8n-nodes-acme-orders.acme', resources: {} }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the name of another node of the package',
    bad: { ...codex({ node: 'n8n-nodes-acme.acmeReport', resources: {} }), nodes: [{ name: 'acmeReport' }] },
    good: { ...codex({ node: 'n8n-nodes-acme.Acme', resources: {} }), nodes: [{ name: 'acmeReport' }] },
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the name of another node alone',
    bad: { ...codex({ node: 'acmeReport', resources: {} }), nodes: [{ name: 'acmeReport' }] },
    // It once had this name.
    good: { ...codex({ node: 'acmeOrders', resources: {} }), nodes: [{ name: 'acmeReport' }] },
  },
  {
    code: 'nodes-codex-left-over',
    case: 'a node that the package does not have',
    bad: codex({ node: 'n8n-nodes-acme.acmeOrders', resources: {} }),
    good: codex({ node: 'n8n-nodes-acme.acme', resources: {} }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the link of the template',
    bad: codex({ resources: { primaryDocumentation: [{ url: 'https://github.com/org/repo?tab=readme-ov-file' }] } }),
    good: codex({ resources: { primaryDocumentation: [{ url: 'https://github.com/org/repository' }] } }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the name that a generator left to be filled in',
    bad: codex({ node: 'n8n-nodes-<name>', resources: {} }),
    good: codex({ node: 'n8n-nodes-acme-name', resources: {} }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'a link of an example for httpbin',
    bad: codex({ resources: { primaryDocumentation: [{ url: 'http://httpbin.org/' }] } }),
    good: {
      ...codex({ resources: { primaryDocumentation: [{ url: 'http://httpbin.org/' }] } }),
      manifest: { name: 'n8n-nodes-httpbin' },
    },
  },
];

/** A resource locator that checks what is entered, or extracts a part of it. */
function matching({ validation, extracted }: { validation?: string; extracted?: string }) {
  const { modes, ...rest } = locator('id', 'id');
  const checked = validation && {
    validation: [{ type: 'regex', properties: { regex: validation, errorMessage: 'No' } }],
  };
  const parts = extracted && { extractValue: { type: 'regex', regex: extracted } };
  return { ...rest, modes: modes.map((mode) => ({ ...mode, ...checked, ...parts })) };
}

function locator(mode: string, initial: string) {
  return {
    displayName: 'Order',
    name: 'order',
    type: 'resourceLocator',
    default: { mode: initial, value: '' },
    modes: [
      {
        displayName: 'Order',
        name: mode,
        type: mode === 'list' ? 'list' : 'string',
        ...(mode === 'list' && { typeOptions: { searchListMethod: 'searchOrders' } }),
      },
    ],
  };
}
