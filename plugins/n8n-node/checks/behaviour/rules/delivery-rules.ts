import { hasEnded } from '../../../behaviour/trace/ending.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';

export const webhookRejectedStarts = overOperations({
  code: 'behaviour-webhook-rejected-starts',
  title: 'Webhook rejects a request, and starts the workflow all the same',
  severity: 'error',
  why: 'The webhook answers that the request is not authorized, but returns `workflowData`: anyone who knows its URL can start the workflow.',
  fix: 'Return `{ noWebhookResponse: true }` after the answer.',
  bad: "if (!isSigned) response.status(401).json({ error: 'invalid signature' });\nreturn { workflowData: [this.helpers.returnJsonArray(body)] };",
  good: "if (!isSigned) {\n  response.status(401).json({ error: 'invalid signature' });\n  return { noWebhookResponse: true };\n}\nreturn { workflowData: [this.helpers.returnJsonArray(body)] };",
  docs: docs.nodeMethods,
  kinds: ['webhook'],
  fault({ run }) {
    const { status, count = 0 } = run('plain') ?? {};
    return (status === 401 || status === 403) && count > 0
      ? `it answers with ${status}, and starts the workflow`
      : undefined;
  },
});

export const webhookUnsignedStarts = overOperations({
  code: 'behaviour-webhook-unsigned-starts',
  title: 'Webhook starts the workflow without a valid signature',
  severity: 'error',
  why: 'The webhook accepts requests without a signature or token, or with any value in its place: anyone who knows its URL can start the workflow.',
  fix: 'Reject both: requests without a signature, and requests with a wrong one.',
  bad: "if (signature && !isValid(signature, body)) {\n  response.status(401).json({ error: 'invalid signature' });\n  return { noWebhookResponse: true };\n}",
  good: "if (!signature || !isValid(signature, body)) {\n  response.status(401).json({ error: 'invalid signature' });\n  return { noWebhookResponse: true };\n}",
  docs: docs.nodeMethods,
  kinds: ['webhook'],
  fault({ run }) {
    const { missing, isRejected } = run('forged') ?? {};
    if (!missing) return undefined;
    const name = listed(missing.map(shown));
    return isRejected
      ? `it rejects a request with a wrong ${name}, but starts the workflow for one without`
      : `it rejects a request without ${name}, but starts the workflow for one with a wrong value`;
  },
});

export const webhookStartsNothing = overOperations({
  code: 'behaviour-webhook-starts-nothing',
  title: 'Webhook never starts the workflow',
  severity: 'error',
  why: 'n8n starts the workflow with the `workflowData` that `webhook` returns. Code that never returns any answers the requests of the service, and nothing else happens.',
  fix: 'Return `workflowData`: the list of items in the list of outputs.',
  bad: 'return { webhookResponse: this.getBodyData() };',
  good: 'return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };',
  docs: docs.nodeMethods,
  kinds: ['webhook'],
  fault({ trace: { runs }, node }, _, { returnsData }) {
    const isWithout = ({ count, shapeless, isUnanswered }: Run) =>
      count === 0 && shapeless === undefined && isUnanswered !== true;
    const isEnded = runs.length > 0 && runs.every((run) => hasEnded(run) && isWithout(run));
    return isEnded && !returnsData.has(node.file) ? 'it returns no items in `workflowData`' : undefined;
  },
});

export const webhookUnanswered = overOperations({
  code: 'behaviour-webhook-unanswered',
  title: 'Webhook request gets no response',
  severity: 'warning',
  why: 'With `noWebhookResponse: true`, n8n leaves the response to the node. If the node sends none, the sender waits until it times out, treats the delivery as failed and sends it again; many services disable webhooks that fail too often. Reported as an error if the node also returns `workflowData`.',
  fix: 'To ignore a request, return `{}`: n8n answers it with status 200. To start the workflow, return `workflowData` without `noWebhookResponse`. Return `noWebhookResponse: true` only after sending a response with `this.getResponseObject()`.',
  bad: 'if (!events.includes(body.event)) return { noWebhookResponse: true };',
  good: 'if (!events.includes(body.event)) return {};',
  docs: docs.nodeMethods,
  kinds: ['webhook'],
  fault({ trace }) {
    const left = trace.runs.find(isLeft);
    if (!left) return undefined;
    return left.count > 0
      ? 'it starts the workflow with `noWebhookResponse: true`, but sends no response'
      : 'it returns `noWebhookResponse: true` for a request that does not start the workflow, but sends no response';
  },
  isGrave: ({ trace }) => trace.runs.find(isLeft)?.count !== 0,
});

const isLeft = (run: Run) => run.isUnanswered === true && hasEnded(run);

export const webhookSignsParsed = overOperations({
  code: 'behaviour-webhook-signature-parsed',
  title: 'Signature of a webhook is checked against the parsed body',
  severity: 'warning',
  why: 'Services sign the exact bytes that they send. If these contain spaces, escaped slashes or letters, or numbers such as `1.0`, `JSON.stringify()` produces different bytes, and the delivery is rejected although it is genuine.',
  fix: 'Compute the signature over `this.getRequestObject().rawBody`.',
  bad: "const expected = createHmac('sha256', secret).update(JSON.stringify(this.getBodyData())).digest('hex');",
  good: "const expected = createHmac('sha256', secret).update(this.getRequestObject().rawBody).digest('hex');",
  docs: docs.nodeMethods,
  kinds: ['webhook'],
  fault: ({ trace }) =>
    trace.signsParsed
      ? 'it computes the signature over `JSON.stringify()` of the body, not over the bytes that arrived'
      : undefined,
});
