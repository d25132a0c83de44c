import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../../kernel/errors.ts';
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
  const timer = new AbortController();
  const timedOut = delay(timeout, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`timed out after ${timeout / 1000} s`);
  });
  try {
    return await Promise.race([run(probing.signal), timedOut]);
  } catch (error) {
    const seen = notChecked(
      reasonOf(error),
      'Try again; the logs of `service serve` and `service worker` may say more.',
    );
    return parts.map((part) => ({ part, ...seen }));
  } finally {
    probing.abort();
    timer.abort();
    timedOut.catch(() => {});
  }
}
