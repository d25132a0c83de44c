import type { DatabaseFacts } from './database-facts.ts';
import { failed, ok, type Report, warning } from './report.ts';

type Kind = 'embedded' | 'server';

/** The parts that are reported for a database. */
export function databaseParts(kind: Kind): string[] {
  return ['database', 'migrations', ...(kind === 'server' ? ['connections'] : []), 'clock', 'queue'];
}

/** Oldest supported major version of PostgreSQL. */
const minVersion = 14;
/** Milliseconds; more slows down every request. */
const maxLatency = 50;
/** Milliseconds of clock skew. */
const maxSkew = 2_000;
/** Seconds for which a run may be queued before it is reported. */
const maxQueueTime = 300;

/** Reports on the state of a database. `needs` is the number of connections that one more process may open. */
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
  const name = `PostgreSQL ${major}.${minor}, ${kind}`;
  const saw = `${name}, latency ${latency.toFixed(1)} ms`;
  if (major < minVersion) return failed(saw, `Upgrade to PostgreSQL ${minVersion} or newer.`);
  if (latency > maxLatency)
    return warning(saw, 'Run the processes closer to the database, or find out what keeps it busy.');
  return ok(saw);
}

function migrations({ migrations: { missing, later } }: DatabaseFacts) {
  if (missing.length > 0) {
    return warning(
      `pending: ${missing.join(', ')}`,
      'Start `service serve` or `service worker`: both migrate the database at start.',
    );
  }
  if (later.length > 0) {
    return warning(
      `applied by a newer version: ${later.join(', ')}`,
      'Expected during a rolling update; otherwise update service on this machine.',
    );
  }
  return ok('up to date');
}

function connections({ connections: { most, used, ofService } }: DatabaseFacts, needs: number) {
  const saw = `${used} of ${most} in use, ${ofService} by service; another process opens up to ${needs}`;
  if (most - used >= needs) return ok(saw);
  return warning(saw, 'Raise max_connections in PostgreSQL, or lower SERVICE_DATABASE_POOL.');
}

function clock({ clockAhead, latency }: DatabaseFacts) {
  const ahead = Math.round(clockAhead);
  const saw = `the database clock is ${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} this machine (± ${Math.ceil(latency)} ms)`;
  return Math.abs(ahead) > maxSkew ? warning(saw, 'Synchronize both machines with NTP.') : ok(saw);
}

function queue({ runs }: DatabaseFacts) {
  if (!runs) return ok('no runs: the tables do not exist yet');
  const { queued, running, waited, stuck, alive } = runs;
  const saw = `${queued} queued, ${running} running${queued > 0 ? `; the oldest has been queued for ${waited} s` : ''}`;
  if (stuck.length > 0) {
    const some = stuck.slice(0, 3).join(', ');
    return failed(
      `${saw}; ${stuck.length} stuck: ${some}${stuck.length > 3 ? ', …' : ''}`,
      'Start `service serve` or `service worker`: both requeue stuck runs within minutes.',
    );
  }
  if (queued > 0 && waited > maxQueueTime) {
    return warning(
      saw,
      alive === 0 ? 'No worker is active: start `service worker`.' : 'Start more workers, or raise --workers.',
    );
  }
  return ok(saw);
}
