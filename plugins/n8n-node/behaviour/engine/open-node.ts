import type { INode, INodeType, IWebhookDescription, Workflow } from 'n8n-workflow';
import { isExpression } from '../../model/parameters/plain.ts';
import { type ResponseUse, requestOf, responseOf, unusedResponse, type WebhookCall, watched } from './webhook-call.ts';

type Context = new (...given: unknown[]) => object;

/** Those of n8n-core that give a node its methods. */
export interface Contexts {
  PollContext: Context;
  TriggerContext: Context;
  HookContext: Context;
  WebhookContext: Context;
  LoadOptionsContext: Context;
  SupplyDataContext: Context;
  CredentialTestContext: Context;
}

/** A node whose methods are called as n8n calls them. What it remembers lasts from one call to the next. */
export interface OpenedNode {
  /** @param mode `manual` where a user tests it in the editor */
  poll(mode?: 'trigger' | 'manual'): Promise<unknown>;
  /** Resolves with what `trigger` returns. @param emit told of what the node emits */
  trigger(emit: (data: unknown) => void): Promise<unknown>;
  /** `checkExists`, `create` or `delete` of a webhook. */
  webhookMethod(webhook: string, method: string): Promise<unknown>;
  /** @param use what the node does with the response; changed */
  webhook(webhook: string, call: WebhookCall, use?: ResponseUse): Promise<unknown>;
  /** When n8n answers requests to a webhook: `onReceived`, `lastNode`, …, or an expression. */
  responseModeOf(webhook: string): string;
  /**
   * A method for the editor.
   * @param group `loadOptions`, `listSearch`, …
   * @param filter what a user searches for
   * @param page what the list before said of the next page
   */
  editorMethod(group: string, method: string, filter?: string): Promise<unknown>;
  credentialTest(method: string, credential: object): Promise<unknown>;
  supplyData(): Promise<unknown>;
  /** Whether n8n keeps anything for it, for its next call. */
  hasStaticData(): boolean;
  /** What n8n keeps for it. */
  staticData(): object;
  /** What n8n keeps for it now. @returns puts that back in place of what was kept since */
  rememberStaticData(): () => void;
  /** The address at which n8n listens for a webhook. */
  addressOf(webhook: string): string | undefined;
  /** Whether the method of a webhook that was called last asked for that address. */
  hasReadAddress(): boolean;
}

/** What n8n knows of a node when it calls it. */
interface Opened {
  workflow: Workflow;
  node: INode;
  type: INodeType;
  /** n8n hands it to its contexts. */
  data: object;
  /** Told of the parameters that a method for the editor reads. */
  reads(name: string): void;
}

/**
 * The parameters as the editor sends them with its request: without expressions, and with nothing in place of one that it cannot
 * resolve, such as `={{ $credentials.account }}`.
 */
function resolvedParameters({ expression }: Workflow, node: INode): object {
  const resolved = (value: unknown): unknown => {
    if (isExpression(value))
      try {
        return expression.getSimpleParameterValue(node, value, 'internal', {}, undefined, undefined);
      } catch {
        return undefined;
      }
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner)]));
  };
  return Object(resolved(node.parameters));
}

/**
 * What `getMode()` and `getActivationMode()` say to `checkExists` and `create`, and to `delete`:
 * https://github.com/n8n-io/n8n/blob/master/packages/cli/src/active-workflow-manager.ts
 */
const activation = ['trigger', 'activate'] as const;
const deactivation = ['internal', 'update'] as const;

/** Gives a node the contexts that n8n gives it outside of an execution with items. */
export function openNode(core: Contexts, { workflow, node, type, data, reads }: Opened): OpenedNode {
  const call = async (of: unknown, method: string, context: object, ...given: unknown[]) => {
    const found: unknown = Reflect.get(Object(of), method);
    if (typeof found !== 'function') throw new Error(`the method "${method}" does not exist`);
    return await Reflect.apply(found, context, given);
  };
  const descriptionOf = (name: string): IWebhookDescription | undefined =>
    type.description.webhooks?.find((one) => one.name === name);
  const dataOf = (name: string) => ({ webhookDescription: descriptionOf(name), workflowId: '1', node: node.name });
  const hook = (name: string, method?: string) =>
    new core.HookContext(workflow, node, data, ...(method === 'delete' ? deactivation : activation), dataOf(name));
  let hasReadAddress = false;
  const watchedHook = (name: string, method: string) => {
    const context = hook(name, method);
    const original: unknown = Reflect.get(context, 'getNodeWebhookUrl');
    if (typeof original !== 'function') return context;
    return Object.assign(context, {
      getNodeWebhookUrl(...given: unknown[]) {
        hasReadAddress = true;
        return Reflect.apply(original, context, given);
      },
    });
  };
  return {
    poll: (mode = 'trigger') => call(type, 'poll', new core.PollContext(workflow, node, data, mode, 'activate')),
    trigger(emit) {
      const ignore = () => {};
      const context = new core.TriggerContext(workflow, node, data, 'trigger', 'activate', emit, ignore, ignore);
      return call(type, 'trigger', context);
    },
    webhookMethod(webhook, method) {
      hasReadAddress = false;
      return call(Reflect.get(Object(type.webhookMethods), webhook), method, watchedHook(webhook, method));
    },
    webhook(webhook, sent, use = unusedResponse()) {
      const response = responseOf(use);
      const give = () => {
        use.isAskedFor = true;
        return response;
      };
      const more = Object.defineProperty({ ...data, httpRequest: requestOf(sent, give) }, 'httpResponse', {
        get: give,
      });
      Object.assign(workflow.getStaticData('node', node), sent.kept);
      const { getStaticData } = workflow;
      workflow.getStaticData = (...given) => watched(getStaticData.apply(workflow, given), sent.asked.kept);
      return call(type, 'webhook', new core.WebhookContext(workflow, node, more, 'webhook', dataOf(webhook), []));
    },
    responseModeOf: (webhook) => String(descriptionOf(webhook)?.responseMode ?? 'onReceived'),
    editorMethod(group, method, filter) {
      const currentNodeParameters = new Proxy(resolvedParameters(workflow, node), {
        get(target, key, receiver) {
          if (typeof key === 'string') reads(key);
          return Reflect.get(target, key, receiver);
        },
      });
      const more = { ...data, currentNodeParameters };
      const context = new core.LoadOptionsContext(workflow, node, more, 'parameters');
      const given = filter === undefined ? [] : [filter];
      return call(Reflect.get(Object(type.methods), group), method, context, ...given);
    },
    credentialTest: (method, credential) =>
      call(type.methods?.credentialTest, method, new core.CredentialTestContext(data), credential),
    supplyData() {
      const items = [{ json: {} }];
      const [connection = 'ai_tool'] = [type.description.outputs].flat().map((one) => Object(one).type ?? one);
      const run = { resultData: { runData: {} }, executionData: { contextData: {}, nodeExecutionStack: [] } };
      const execution = { node, data: { main: [items] }, source: null };
      const context = new core.SupplyDataContext(
        ...[workflow, node, data, 'manual', run, 0, items, { main: [items] }, connection, execution, []],
      );
      return call(type, 'supplyData', context, 0);
    },
    rememberStaticData() {
      const all = [workflow.getStaticData('node', node), workflow.getStaticData('global')];
      const copies = all.map((data) => ({ ...data }));
      return () => {
        for (const [index, data] of all.entries()) {
          for (const key of Object.keys(data)) delete data[key];
          Object.assign(data, copies[index]);
        }
      };
    },
    staticData: () => workflow.getStaticData('node', node),
    hasStaticData: () =>
      [workflow.getStaticData('node', node), workflow.getStaticData('global')].some(
        (one) => Object.keys(one).length > 0,
      ),
    addressOf(webhook) {
      const address: unknown = Reflect.get(hook(webhook), 'getNodeWebhookUrl');
      const found: unknown = typeof address === 'function' ? address.call(hook(webhook), webhook) : undefined;
      return typeof found === 'string' ? found : undefined;
    },
    hasReadAddress: () => hasReadAddress,
  };
}
