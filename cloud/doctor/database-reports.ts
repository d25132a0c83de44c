import type { DatabaseFacts } from './database-facts.ts';
import { failed, ok, type Report, warning } from './report.ts';

type Kind = 'embedded' | 'server';

/** The parts that are told of a database that can be asked. */
export function databaseParts(kind: Kind): string[] {
  return ['database', 'migrations', ...(kind === 'server' ? ['connections'] : []), 'clock', 'queue'];
}

/** The oldest PostgreSQL that is supported. */
const oldest = 14;
/** Milliseconds: an answer that takes longer slows every request down. */
const slow = 50;
/** Milliseconds between two clocks that nobody notices in a log. */
const skew = 2_000;
/** Seconds that a run may wait before it is worth a look. */
const longWait = 300;

/** What an operator is to be told of these facts. `needs` is how many connections one more process would take. */
export function databaseReports(facts: DatabaseFacts, { kind, needs }: { kind: Kind; needs: number }): Report[] {
  return [
    { part: 'database', ...version(facts, kind) },
    { part: 'migrations', ...migrations(facts) },
    ...(kind === 'server' ? [{ part: 'connections', ...connections(facts, needs) }] : []),
    { part: 'clock', ...clock(facts) },
    { part: 'queue', ...queue(facts) },
  ];
}

function version({ version, latency }: DatabaseFacts, kind: Kind) {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const name = `PostgreSQL ${major}.${minor}, ${kind === 'server' ? 'a server' : 'embedded'}`;
  const saw = `${name}, answers in ${latency.toFixed(1)} ms`;
  if (major < oldest) return failed(saw, `Use PostgreSQL ${oldest} or newer.`);
  if (latency > slow)
    return warning(saw, 'Bring the processes nearer to their database, or look at what keeps it busy.');
  return ok(saw);
}

function migrations({ migrations: { missing, later } }: DatabaseFacts) {
  if (missing.length > 0) {
    return warning(
      `behind: ${missing.join(', ')}`,
      'Start `service serve` or `service worker`: each migrates when it starts.',
    );
  }
  if (later.length > 0) {
    return warning(
      `ahead: ${later.join(', ')} came from a newer version`,
      'That is right during a rolling restart; bring this process to the newer version too.',
    );
  }
  return ok('up to date');
}

function connections({ connections: { most, used, ofService } }: DatabaseFacts, needs: number) {
  const saw = `${used} of ${most} in use, ${ofService} by service; one more process takes up to ${needs}`;
  if (most - used >= needs) return ok(saw);
  return warning(saw, 'Raise max_connections, or lower SERVICE_DATABASE_POOL.');
}

function clock({ clockAhead, latency }: DatabaseFacts) {
  const ahead = Math.round(clockAhead);
  const saw = `the database is ${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} this machine, ± ${Math.ceil(latency)} ms`;
  return Math.abs(ahead) > skew ? warning(saw, 'Let both machines follow a time server (NTP).') : ok(saw);
}

function queue({ runs }: DatabaseFacts) {
  if (!runs) return ok('no tables yet, so no runs');
  const { queued, running, waited, stuck, alive } = runs;
  const saw = `${queued} queued, ${running} running; the oldest has waited ${waited} s`;
  if (stuck.length > 0) {
    const some = stuck.slice(0, 3).join(', ');
    return failed(
      `${saw}; ${stuck.length} will not end by themselves: ${some}${stuck.length > 3 ? ', …' : ''}`,
      'Start `service serve` or `service worker`: each queues lost runs again within minutes.',
    );
  }
  if (queued > 0 && waited > longWait) {
    return warning(
      `${saw}; ${alive} ${alive === 1 ? 'is' : 'are'} being verified`,
      alive === 0 ? 'Start `service worker`: nobody takes runs.' : 'Start more workers, or raise --workers.',
    );
  }
  return ok(saw);
}
