import type { Verification } from '../kernel/result.ts';

/** Whether a run ended with a verdict: it was not cancelled, and had enough time. */
export const isJudged = ({ status }: Verification): boolean => status === 'success' || status === 'failed';
