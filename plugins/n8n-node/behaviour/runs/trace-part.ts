import type { PlannedOperation } from '../plan/run-input.ts';
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
  const lost = trace.runs.flatMap((run) => {
    const name = lostMethodOf(run, type);
    const { stack = '' } = run.thrown ?? {};
    // Where n8n's error holds the one of JavaScript, that one comes last.
    const own = stack.slice(Math.max(0, stack.lastIndexOf('is not a function')));
    return name === undefined ? [] : [{ name: name.slice(0, most.name), stack: own }];
  });
  return { ...trace, ...(lost[0] && { lostMethod: lost[0] }) };
};
