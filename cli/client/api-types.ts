import type { Static } from 'typebox';
import { finalStatuses } from '../../kernel/enums.ts';
import type * as schemas from './schemas.ts';

export type Account = Static<typeof schemas.Account>;
export type CreatedWebhook = Static<typeof schemas.CreatedWebhook>;
export type Delivery = Static<typeof schemas.Delivery>;
export type DeliveryList = Static<typeof schemas.DeliveryList>;
export type Webhook = Static<typeof schemas.Webhook>;
export type WebhookList = Static<typeof schemas.WebhookList>;
export type BatchState = Static<typeof schemas.BatchState>;
export type CreatedKey = Static<typeof schemas.CreatedKey>;
export type Key = Static<typeof schemas.Key>;
export type KeyList = Static<typeof schemas.KeyList>;
export type LogLine = Static<typeof schemas.LogLine>;
export type Repository = Static<typeof schemas.Repository>;
export type RepositoryList = Static<typeof schemas.RepositoryList>;
export type RunList = Static<typeof schemas.RunList>;
export type RunRecord = Static<typeof schemas.RunRecord>;

/** Whether a run is finished (SPEC 3). */
export function isFinal({ status }: { status?: string }): boolean {
  return finalStatuses.some((final) => final === status);
}
