import type { Static } from 'typebox';
import { finalStatuses } from '../../kernel/enums.ts';
import type * as schemas from './schemas.ts';

export type Account = Static<typeof schemas.Account>;
export type LogLine = Static<typeof schemas.LogLine>;
export type RunList = Static<typeof schemas.RunList>;
export type RunRecord = Static<typeof schemas.RunRecord>;

/** Whether a run is finished (SPEC 3). */
export function isFinal({ status }: RunRecord): boolean {
  return finalStatuses.some((final) => final === status);
}
