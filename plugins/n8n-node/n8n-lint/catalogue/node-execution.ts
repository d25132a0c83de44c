import type { Rule } from '../../../../kernel/index.ts';
import { executingNode, nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

const withErrors = 'type IExecuteFunctions, type INodeExecutionData, NodeOperationError';
const executing = 'type IExecuteFunctions, type INodeExecutionData';

/** n8n's rules about code that runs in a workflow. */
export const nodeExecutionRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/missing-paired-item',
    title: 'Output item has no pairedItem',
    why: 'Expressions in later nodes use pairedItem to find data of earlier nodes, and fail without it.',
    fix: 'Add `pairedItem: { item: index }` to each output item.',
    bad: executingNode('    return [this.getInputData().map(({ json }) => ({ json }))];'),
    good: executingNode(
      '    return [this.getInputData().map(({ json }, index) => ({ json, pairedItem: { item: index } }))];',
    ),
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-node-api-error',
    title: 'Caught error is rethrown without NodeApiError or NodeOperationError',
    why: 'n8n shows the status, message and description only of its own error classes.',
    fix: 'Wrap the error in a NodeApiError or a NodeOperationError.',
    bad: `// nodes/Acme/transport.ts
export async function orders(request: () => Promise<unknown>) {
  try {
    return await request();
  } catch (error) {
    throw error;
  }
}
`,
    good: `// nodes/Acme/transport.ts
import { type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

export async function orders(request: () => Promise<unknown>, node: INode) {
  try {
    return await request();
  } catch (error) {
    throw new NodeApiError(node, error as JsonObject);
  }
}
`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-execute-block-wrong-error-thrown',
    title: 'Node throws an error that is not an n8n error',
    why: 'n8n decides by the class of an error what to show to whom. A plain Error looks like a crash of n8n.',
    fix: 'Throw a NodeOperationError, or a NodeApiError for an error response of the service.',
    bad: executingNode("    throw new Error('There is no order');", executing),
    good: executingNode("    throw new NodeOperationError(this.getNode(), 'There is no order');", withErrors),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-execute-block-error-missing-item-index',
    title: 'Error has no item index',
    why: 'With a thousand items, users need the index to find the one that failed.',
    fix: 'Pass `{ itemIndex }` as the third argument.',
    bad: executingNode(orderLoop("throw new NodeOperationError(this.getNode(), 'There is no order');"), withErrors),
    good: executingNode(
      orderLoop("throw new NodeOperationError(this.getNode(), 'There is no order', { itemIndex });"),
      withErrors,
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-execute-block-missing-continue-on-fail',
    title: 'Node ignores "Continue on fail"',
    why: 'If the user sets the node to continue on error, one bad item must not stop the workflow.',
    fix: 'Catch errors inside the loop and check this.continueOnFail().',
    bad: executingNode(`    for (let index = 0; index < this.getInputData().length; index++) {
      await this.helpers.httpRequest({ url: 'https://api.acme.example' });
    }`),
    good: executingNode(`    for (let index = 0; index < this.getInputData().length; index++) {
      try {
        await this.helpers.httpRequest({ url: 'https://api.acme.example' });
      } catch (error) {
        if (this.continueOnFail()) continue;
      }
    }`),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-execute-block-double-assertion-for-items',
    title: 'Double type assertion on items.length',
    why: 'items.length is already a number. An assertion through unknown hides real errors from the compiler.',
    fix: 'Use items.length without an assertion.',
    bad: executingNode(`    const items = this.getInputData();
    const length = items.length as unknown as number;
    return [items.slice(0, length)];`),
    good: executingNode(`    const items = this.getInputData();
    const length = items.length;
    return [items.slice(0, length)];`),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-http-request-with-manual-auth',
    title: 'Request adds credentials manually',
    why: 'n8n can refresh tokens and keep secrets out of logs only for requests that it authenticates itself.',
    fix: 'Call this.helpers.httpRequestWithAuthentication, and define `authenticate` in the credential.',
    bad: `// nodes/Acme/transport.ts
import type { IExecuteFunctions } from 'n8n-workflow';

export async function orders(this: IExecuteFunctions) {
  const { key } = await this.getCredentials('acmeApi');
  return this.helpers.httpRequest({ url: 'https://api.acme.example', qs: { key } });
}
`,
    good: `// nodes/Acme/transport.ts
import type { IExecuteFunctions } from 'n8n-workflow';

export async function orders(this: IExecuteFunctions) {
  const { region } = await this.getCredentials('acmeApi');
  return this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { url: \`https://\${region}.acme.example\` });
}
`,
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-deprecated-workflow-functions',
    title: 'Deprecated helper of n8n',
    why: 'The node stops working when n8n removes the helper.',
    fix: 'Use httpRequest, httpRequestWithAuthentication and IHttpRequestOptions instead.',
    bad: `// nodes/Acme/transport.ts
import type { IExecuteFunctions } from 'n8n-workflow';

export async function orders(this: IExecuteFunctions) {
  return this.helpers.request('https://api.acme.example');
}
`,
    good: `// nodes/Acme/transport.ts
import type { IExecuteFunctions } from 'n8n-workflow';

export async function orders(this: IExecuteFunctions, client: { request(url: string): unknown }) {
  return client.request('https://api.acme.example');
}
`,
  }),
  n8nRule({
    code: '@n8n/community-nodes/webhook-lifecycle-complete',
    title: 'Webhook trigger lacks lifecycle methods',
    why: 'Without all three methods, the service does not get the webhook URL, or sends events after the workflow is deactivated.',
    fix: 'Implement checkExists, create and delete in `webhookMethods`.',
    bad: nodeFile(
      { webhooks: "[{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'orders' }]" },
      { name: 'AcmeTrigger', members: webhookMethods('create', 'delete') },
    ),
    good: nodeFile(
      { webhooks: "[{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'orders' }]" },
      { name: 'AcmeTrigger', members: webhookMethods('checkExists', 'create', 'delete') },
    ),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-silent-error-swallowing',
    title: 'Webhook method swallows an error',
    why: 'The workflow looks active although the service sends nothing, and the log does not show why.',
    fix: 'Log the error, or rethrow it as an n8n error.',
    bad: nodeFile({}, { name: 'AcmeTrigger', members: webhookCatch('return false;') }),
    good: nodeFile(
      {},
      { name: 'AcmeTrigger', members: webhookCatch('this.logger.warn(String(error));\n          return false;') },
    ),
  }),
];

function orderLoop(statement: string): string {
  return `    const returnData: INodeExecutionData[] = [];
    const resource = this.getNodeParameter('resource', 0);
    const operation = this.getNodeParameter('operation', 0);
    for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
      try {
        if (resource === 'order') {
          if (operation === 'get') {
            ${statement}
          }
        }
      } catch (error) {
        if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), error as Error, { itemIndex });
      }
    }
    return [returnData];`;
}

function webhookMethods(...names: string[]): string {
  const methods = names.map((name) => `      async ${name}(this: IHookFunctions) { return true; },`).join('\n');
  return `  webhookMethods = {\n    default: {\n${methods}\n    },\n  };`;
}

function webhookCatch(statement: string): string {
  return `  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions) {
        try {
          return await this.helpers.httpRequest({ url: 'https://api.acme.example/hooks' });
        } catch (error) {
          ${statement}
        }
      },
      async create(this: IHookFunctions) { return true; },
      async delete(this: IHookFunctions) { return true; },
    },
  };`;
}
