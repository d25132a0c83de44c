import { unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

/**
 * A status in what a webhook returns. n8n sends `webhookResponse` as the body, and the status of the description:
 * https://github.com/n8n-io/n8n/blob/master/packages/cli/src/webhooks/webhook-helpers.ts
 */
export const webhookStatusInBody: NodeRule = {
  code: 'nodes-webhook-status-in-body',
  title: 'Status of a webhook response is sent in its body',
  severity: 'warning',
  why: 'n8n sends `webhookResponse` as the body, with the status of the description, which is 200 by default: the service takes a rejected or failed delivery for a success, and does not send it again.',
  fix: 'Answer with `this.getResponseObject().status(401).json({ … })`, and return `{ noWebhookResponse: true }`.',
  bad: "return { webhookResponse: { statusCode: 401, body: 'Invalid signature' } };",
  good: "this.getResponseObject().status(401).json({ message: 'Invalid signature' });\nreturn { noWebhookResponse: true };",
  docs: docs.nodeMethods,
  types: ['Property'],
  check({ node, view }) {
    if (node.type !== 'Property' || keyName(node) !== 'webhookResponse') return undefined;
    const body = unwrap(node.value);
    // The description may take its status from the node.
    if (body.type !== 'ObjectExpression' || /\bresponseCode\b/.test(view.text)) return undefined;
    for (const property of body.properties) {
      if (property.type !== 'Property' || !/^status(?:Code)?$/.test(keyName(property) ?? '')) continue;
      const value = unwrap(property.value);
      if (value.type !== 'Literal' || typeof value.value !== 'number' || !isFailure(value.value)) continue;
      const message = `\`webhookResponse\` is the body of the response: its status is 200, not ${value.value}`;
      return [{ message, start: property.start, end: property.end }];
    }
    return undefined;
  },
};

const isFailure = (status: number): boolean => status >= 400 && status < 600;
