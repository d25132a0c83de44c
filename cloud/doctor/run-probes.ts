import { reasonOf } from '../../kernel/errors.ts';
import { TimeLimit } from '../../runner/time-limit.ts';
import { untilAborted } from '../../runner/until-aborted.ts';
import { notChecked, type Report } from './report.ts';

/** Checks one thing and reports on its parts. */
export interface Probe {
  /** The parts to report when it fails or times out. */
  parts: readonly string[];
  run(signal: AbortSignal): Promise<readonly Report[]>;
}

/** Milliseconds. */
const probeTimeout = 20_000;

/** Runs all probes in parallel. A probe that fails or times out does not affect the others. */
export async function runProbes(probes: readonly Probe[], timeout = probeTimeout): Promise<Report[]> {
  const reports = await Promise.all(probes.map((probe) => withTimeout(probe, timeout)));
  return reports.flat();
}

async function withTimeout({ parts, run }: Probe, timeout: number): Promise<readonly Report[]> {
  const probing = new AbortController();
  using limit = new TimeLimit(timeout / 1000);
  try {
    return await untilAborted(limit.signal, run(probing.signal));
  } catch (error) {
    const reason = limit.signal.aborted ? `timed out after ${timeout / 1000} s` : reasonOf(error);
    const seen = notChecked(reason, 'Try again; the logs of `service serve` and `service worker` may say more.');
    return parts.map((part) => ({ part, ...seen }));
  } finally {
    probing.abort();
  }
}
