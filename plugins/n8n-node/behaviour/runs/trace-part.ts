import type { PlannedOperation } from '../plan/run-input.ts';
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

export const tracePart: Trace = (operation, type, stage) => traces[operation.kind](operation, type, stage);
