import type { Static } from 'typebox';
import { finalStatuses } from '../../kernel/enums.ts';
import type * as schemas from './schemas.ts';

export type Delivery = Static<typeof schemas.Delivery>;
export type BatchState = Static<typeof schemas.BatchState>;
export type Key = Static<typeof schemas.Key>;
export type LogLine = Static<typeof schemas.LogLine>;
export type Repository = Static<typeof schemas.Repository>;
export type RunRecord = Static<typeof schemas.RunRecord>;

/** Whether a run is finished (SPEC 3). */
export function isFinal({ status }: { status?: string }): boolean {
  return finalStatuses.some((final) => final === status);
}
