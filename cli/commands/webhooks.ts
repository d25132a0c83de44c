import { counted } from '../../kernel/counted.ts';
import { usageError } from '../../kernel/errors.ts';
import type { Delivery } from '../client/api-types.ts';
import { retryBriefly } from '../client/retry.ts';
import { cloudCommand } from '../cloud-command.ts';
import { wholeNumber } from '../operator-flags.ts';
import { aligned } from '../render/aligned.ts';
import { localTime } from '../render/run-record.ts';

/** `service webhooks list` */
export const list = cloudCommand(
  (cloud, { interruption: { signal } }) => retryBriefly(() => cloud.webhooks(signal), signal),
  ({ webhooks }) => webhooks.map(({ webhookId, url }) => `${webhookId}  ${url}`),
);

/** `service webhooks create <url>`: prints the secret, which cannot be read again. */
export const create = cloudCommand(
  (cloud, { args, interruption }) => {
    const url = args.positionals[0] ?? '';
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw usageError(`Invalid URL "${url}": use one such as https://acme.example/verified`);
    return cloud.createWebhook(url, interruption.signal);
  },
  ({ webhookId, url, secret }) => [`${webhookId}  ${url}`, `Secret: ${secret}`],
);

/** `service webhooks remove <webhook-id>` */
export const remove = cloudCommand(
  (cloud, { args, interruption: { signal } }) =>
    retryBriefly(() => cloud.removeWebhook(args.positionals[0] ?? '', signal), signal),
  ({ webhookId }) => [`Removed webhook ${webhookId}`],
);

/** `service webhooks deliveries <webhook-id>` */
export const deliveries = cloudCommand(
  (cloud, { args, interruption: { signal } }) => {
    const limit = wholeNumber(args, '--limit', { minimum: 1, maximum: 100 }) ?? 20;
    return retryBriefly(() => cloud.deliveries(args.positionals[0] ?? '', limit, signal), signal);
  },
  ({ deliveries }) => aligned(deliveries.map(cellsOf)),
);

/** `service webhooks redeliver <webhook-id> <delivery-id>` */
export const redeliver = cloudCommand(
  (cloud, { args, interruption: { signal } }) => {
    const [webhookId = '', deliveryId = ''] = args.positionals;
    return retryBriefly(() => cloud.redeliver(webhookId, deliveryId, signal), signal);
  },
  (delivery) => aligned([cellsOf(delivery)]),
);

/** ID, state, time, run, error. */
function cellsOf({ deliveryId, status, attempts, createdAt, runId, error = '' }: Delivery): string[] {
  return [deliveryId, status, counted(attempts, 'attempt'), localTime(createdAt) ?? '', runId, error];
}
