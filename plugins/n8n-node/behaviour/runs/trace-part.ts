import type { INodeType } from 'n8n-workflow';
import type { PlannedOperation } from '../plan/run-input.ts';
import { isFailed } from '../trace/request.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { lostMethodOf } from './lost-method.ts';
import type { Trace } from './observe-run.ts';
import { traceCredentialTest } from './run-credential-test.ts';
import { traceEditorMethod } from './run-editor-method.ts';
import { traceOperation } from './run-operation.ts';
import { tracePoll } from './run-poll.ts';
import { traceSupplyData } from './run-supply-data.ts';
import { traceTrigger } from './run-trigger.ts';
import { withEvents } from './run-variants.ts';
import { traceWebhook } from './run-webhook.ts';
import { traceWebhookMethods } from './run-webhook-methods.ts';

const traces: Readonly<Record<PlannedOperation['kind'], Trace>> = {
  execute: traceOperation,
  // Of the first operation.
  authentication: traceOperation,
  poll: withEvents(tracePoll),
  trigger: traceTrigger,
  webhook: traceWebhook,
  webhookMethods: traceWebhookMethods,
  loadOptions: traceEditorMethod,
  listSearch: traceEditorMethod,
  resourceMapping: traceEditorMethod,
  credentialTest: traceCredentialTest,
  supplyData: traceSupplyData,
};

export const tracePart: Trace = async (operation, type, stage) => {
  const trace = await traces[operation.kind](operation, type, stage);
  const variants = trace.variants?.map((one) => ({ ...one, ...lostMethodIn(one, type) }));
  return { ...trace, ...lostMethodIn(trace, type), ...(variants && { variants }) };
};

function lostMethodIn({ runs }: Pick<OperationTrace, 'runs'>, type: INodeType): Pick<OperationTrace, 'lostMethod'> {
  for (const run of runs) {
    const name = lostMethodOf(run, type);
    if (name === undefined) continue;
    const { stack = '' } = run.thrown ?? {};
    return {
      lostMethod: {
        name: name.slice(0, most.name),
        // Where n8n's error holds the one of JavaScript, that one comes last.
        stack: stack.slice(Math.max(0, stack.lastIndexOf('is not a function'))),
        ...(run.requests.some(isFailed) && { afterFailure: true }),
      },
    };
  }
  return {};
}
