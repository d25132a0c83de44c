import type { Rule } from '../../../../kernel/index.ts';
import { executingNode, nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

const withErrors = 'type IExecuteFunctions, type INodeExecutionData, NodeOperationError';
const executing = 'type IExecuteFunctions, type INodeExecutionData';

/** What n8n's linter asks of the code that runs in a workflow. */
export const nodeExecutionRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/missing-paired-item',
    title: 'An output item does not say which input item it stems from',
    why: 'Later nodes follow that link to data of earlier ones; without it their expressions fail.',
    fix: 'Add `pairedItem: { item: index }` to the item.',
    bad: executingNode('    return [this.getInputData().map(({ json }) => ({ json }))];'),
    good: executingNode(
      '    return [this.getInputData().map(({ json }, index) => ({ json, pairedItem: { item: index } }))];',
    ),
  }),
  n8nRule({
    code: '@n8n/community-nodes/require-node-api-error',
    title: 'A caught error is thrown on as it is, or as one that n8n does not know',
    why: 'n8n shows status, message and advice only of its own errors; of others little is left.',
    fix: 'Throw a NodeApiError or a NodeOperationError made of it.',
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
    title: 'A node throws an error that is not one of n8n',
    why: 'n8n knows by the class whom the error concerns and what to show; a plain Error looks like a crash of n8n.',
    fix: 'Throw a NodeOperationError, or a NodeApiError for an answer of the service.',
    bad: executingNode("    throw new Error('There is no order');", executing),
    good: executingNode("    throw new NodeOperationError(this.getNode(), 'There is no order');", withErrors),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-execute-block-error-missing-item-index',
    title: 'An error does not say at which item it happened',
    why: 'With a thousand items, the number of the item is what people need to find the fault.',
    fix: 'Pass `{ itemIndex }` as the third argument.',
    bad: executingNode(orderLoop("throw new NodeOperationError(this.getNode(), 'There is no order');"), withErrors),
    good: executingNode(
      orderLoop("throw new NodeOperationError(this.getNode(), 'There is no order', { itemIndex });"),
      withErrors,
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-execute-block-missing-continue-on-fail',
    title: 'A node does not go on after a failed item',
    why: 'The setting "Continue" of the node promises it; without it one bad item ends the workflow.',
    fix: 'Catch errors inside the loop and ask this.continueOnFail().',
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
    title: 'The number of items is asserted to be a number, twice',
    why: 'It is a number; the detour through unknown only hides real faults from the compiler.',
    fix: 'Write items.length.',
    bad: executingNode(`    const items = this.getInputData();
    const length = items.length as unknown as number;
    return [items.slice(0, length)];`),
    good: executingNode(`    const items = this.getInputData();
    const length = items.length;
    return [items.slice(0, length)];`),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-http-request-with-manual-auth',
    title: 'A request is authenticated by hand',
    why: 'n8n then cannot renew tokens, nor keep the secret out of logs, as it does for its own authenticated requests.',
    fix: 'Call this.helpers.httpRequestWithAuthentication and describe the authentication in the credential.',
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
    title: 'A helper is used that n8n is about to remove',
    why: 'The node stops working with the version of n8n that drops it.',
    fix: 'Use httpRequest, httpRequestWithAuthentication and IHttpRequestOptions.',
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
    title: 'A webhook trigger does not manage its webhook',
    why: 'Without all three steps the service is never told where to send, or goes on sending after the workflow was switched off.',
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
    title: 'A webhook step hides its failure',
    why: 'The workflow looks active while the service sends nothing; the reason is in no log.',
    fix: 'Log the error, or throw it on as one of n8n.',
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
