import { docs } from '../../../docs-links.ts';
import { listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

/**
 * Values that n8n supports: `IWebhookDescription` of n8n-workflow. `responseData` has one of these values only with the
 * mode "lastNode"; otherwise it is the text of the response.
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
    title: 'Unknown value in a webhook description',
    severity: 'error',
    why: 'n8n registers the webhook for an HTTP method and responds according to its mode. With an unknown value, the webhook is not called or the caller gets an error.',
    fix: "Use a value of `IWebhookDescription`: an HTTP method, and 'onReceived', 'lastNode' or 'responseNode' as response mode. Give the webhook the name that its methods have in `webhookMethods`.",
    bad: "webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'immediately', path: 'webhook' }]",
    good: "webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }]",
    docs: docs.nodeDescription,
    supersededBy: ['types-error'],
  },
  function* ({ description, methods }, { node }) {
    for (const entry of listOf(description['webhooks'])) {
      const webhook = plainOf(entry);
      if (!webhook) continue;
      for (const [field, values] of Object.entries(known))
        if (field !== 'responseData' || textOf(webhook['responseMode']) === 'lastNode')
          yield* unknownOf(webhook, field, values);
    }
    yield* neverRegistered(description, methods, /\.[cm]?ts$/.test(node.file));
  },
);

/** Names that the type of `webhookMethods` allows: TypeScript reports others. */
const typed = new Set(['default', 'setup']);

/** n8n only calls methods under the name of a described webhook: `runWebhookMethod` of n8n. */
function* neverRegistered({ webhooks }: Plain, methods: ReadonlySet<string>, isTypeScript: boolean) {
  const entries = listOf(webhooks);
  const names = entries.map((entry) => plainOf(entry)?.['name']);
  const [first] = entries.map(plainOf);
  if (!first || names.some((name) => typeof name !== 'string')) return;
  const unnamed = [...methods].flatMap((method) => /^webhookMethods\.(.+)$/.exec(method)?.[1] ?? []);
  if (unnamed.length === 0 || unnamed.some((name) => names.includes(name))) return;
  if (isTypeScript && !unnamed.every((name) => typed.has(name))) return;
  const others = unnamed.map(shown).join(', ');
  const message = `webhookMethods has methods for ${others}, which are never called: the webhook is named ${shown(names[0])}`;
  yield { message, about: { object: first, key: 'name' } };
}

function* unknownOf(webhook: Plain, field: string, values: ReadonlySet<string>) {
  for (const value of Array.isArray(webhook[field]) ? listOf(webhook[field]) : [webhook[field]]) {
    const text = textOf(value);
    // An expression, or not set.
    if (text === undefined || text.startsWith('=') || values.has(text)) continue;
    yield { message: `webhooks: unknown ${field} ${shown(text)}`, about: { text } };
  }
}

export const webhookRules: readonly NodeRule[] = [invalid];
