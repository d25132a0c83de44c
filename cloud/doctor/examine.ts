import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../../kernel/errors.ts';
import { type Report, unchecked } from './report.ts';

/** One thing to look at, which answers with what it saw of each of its parts. */
export interface Probe {
  /** Which parts it reports, should it not come to an end. */
  parts: readonly string[];
  look(signal: AbortSignal): Promise<readonly Report[]>;
}

/** Milliseconds that one probe may take. */
const patience = 20_000;

/** Looks at everything at once. Each probe answers, fails, or is given up in time: none keeps the others from telling. */
export async function examine(probes: readonly Probe[], limit = patience): Promise<Report[]> {
  const reports = await Promise.all(probes.map((probe) => within(probe, limit)));
  return reports.flat();
}

async function within({ parts, look }: Probe, limit: number): Promise<readonly Report[]> {
  const giveUp = new AbortController();
  const over = new AbortController();
  const late = delay(limit, undefined, { signal: over.signal }).then(() => {
    throw new Error(`there was no answer for ${limit / 1000} s`);
  });
  try {
    return await Promise.race([look(giveUp.signal), late]);
  } catch (error) {
    const seen = unchecked(reasonOf(error), 'Try again; see the log of the processes.');
    return parts.map((part) => ({ part, ...seen }));
  } finally {
    giveUp.abort();
    over.abort();
    late.catch(() => {});
  }
}
