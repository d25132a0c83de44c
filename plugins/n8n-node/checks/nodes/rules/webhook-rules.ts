import { docs } from '../../../docs-links.ts';
import { listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

/**
 * What n8n knows: `IWebhookDescription` of n8n-workflow, and the ways in which n8n answers. The data of a response is one of
 * these where the last node makes it; where n8n answers at once, it is the text of the response.
 */
const known: Readonly<Record<string, ReadonlySet<string>>> = {
  httpMethod: new Set([
    'COPY',
    'DELETE',
    'GET',
    'HEAD',
    'MKCOL',
    'MOVE',
    'OPTIONS',
    'PATCH',
    'POST',
    'PROPFIND',
    'PUT',
    'REPORT',
  ]),
  responseData: new Set(['', 'allEntries', 'firstEntryBinary', 'firstEntryJson', 'noData']),
  responseMode: new Set([
    'formPage',
    'hostedChat',
    'lastNode',
    'onReceived',
    'responseNode',
    'responseNodes',
    'streaming',
  ]),
};

const invalid = overVersions(
  {
    code: 'nodes-webhook-invalid',
    title: 'A webhook is described by what n8n does not know',
    severity: 'error',
    why: 'n8n registers a webhook for a method, and answers by its mode. What it does not know is not called, or ends in an error for who calls it.',
    fix: "Take one of the values of `IWebhookDescription`: the methods of HTTP, and for the mode 'onReceived', 'lastNode' or 'responseNode'.",
    bad: "webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'immediately', path: 'webhook' }]",
    good: "webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }]",
    docs: docs.nodeDescription,
    supersededBy: ['types-error'],
  },
  function* ({ description }) {
    for (const entry of listOf(description['webhooks'])) {
      const webhook = plainOf(entry);
      if (!webhook) continue;
      for (const [field, values] of Object.entries(known))
        if (field !== 'responseData' || textOf(webhook['responseMode']) === 'lastNode')
          yield* unknownOf(webhook, field, values);
    }
  },
);

function* unknownOf(webhook: Plain, field: string, values: ReadonlySet<string>) {
  for (const value of Array.isArray(webhook[field]) ? listOf(webhook[field]) : [webhook[field]]) {
    const text = textOf(value);
    // An expression, or none.
    if (text === undefined || text.startsWith('=') || values.has(text)) continue;
    yield { message: `the webhook has the ${field} ${shown(text)}, which n8n does not know`, about: { text } };
  }
}

export const webhookRules: readonly NodeRule[] = [invalid];
