import { unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

/**
 * A status, or a text like one, in what a webhook returns. n8n sends `webhookResponse` as the body, and the status of the description:
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
  types: ['ObjectExpression'],
  check({ node }) {
    if (node.type !== 'ObjectExpression') return undefined;
    const named = (name: string) =>
      node.properties.find((property) => property.type === 'Property' && keyName(property) === name);
    const answer = named('webhookResponse');
    // With `noWebhookResponse`, the node has answered, and n8n sends nothing.
    if (answer?.type !== 'Property' || named('noWebhookResponse')) return undefined;
    const body = unwrap(answer.value);
    if (body.type === 'Literal' && typeof body.value === 'string' && rejection.test(body.value)) {
      const message = `${shown(body.value)} is the body of a response with the status 200`;
      return [{ message, start: answer.start, end: answer.end }];
    }
    if (body.type !== 'ObjectExpression') return undefined;
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

/** A text that says that a delivery is refused. */
const rejection = /^(?:unauthori[sz]ed|forbidden|bad request|invalid (?:\w{1,20} )?(?:signature|secret|token))\b/i;

const isFailure = (status: number): boolean => status >= 400 && status < 600;

/** Whether a description may set the status itself, also from what the node returns. It may be in another file. */
export const setsResponseCode = (texts: ReadonlyMap<string, string>): boolean =>
  [...texts].some(([path, text]) => /\.[cm]?[jt]s$/.test(path) && /\bresponseCode\b/.test(text));
