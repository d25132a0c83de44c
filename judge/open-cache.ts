import { openResultsCache } from '../runner/cache/open-results-cache.ts';
import type { JudgeRequest } from './judge-request.ts';

/** Opens the results cache of this user; see `openResultsCache`. */
export function openCache({ packages }: Pick<JudgeRequest, 'packages'>): ReturnType<typeof openResultsCache> {
  return openResultsCache({ ...process.env, ...(packages?.offline && { SERVICE_OFFLINE: '1' }) });
}
