import type { FinalStatus } from '../kernel/enums.ts';
import type { RunEvent } from '../kernel/events.ts';
import { type CheckReport, summarise, unfinishedPrefix, type Verification } from '../kernel/result.ts';
import { emptyReport, endedFirst } from '../runner/run-check.ts';
import type { JudgeRequest } from './judge-request.ts';

/** Tracks the events of a run, for a result if its judge fails. */
export class RunTracker {
  readonly #request: JudgeRequest;
  #checks: readonly { name: string; title: string }[] = [];
  readonly #running = new Set<string>();
  readonly #reports = new Map<string, CheckReport>();

  constructor(request: JudgeRequest) {
    this.#request = request;
  }

  add(event: RunEvent): void {
    if (event.type === 'checks') this.#checks = event.checks;
    else if (event.type === 'check-start') this.#running.add(event.check);
    else if (event.type === 'check-end') {
      this.#running.delete(event.report.name);
      this.#reports.set(event.report.name, event.report);
    }
  }

  /** Names of running checks. */
  get running(): string[] {
    return [...this.#running];
  }

  /** The run timed out or was cancelled. */
  interrupted(status: 'timeout' | 'rejected', summary: string, reason: string): Verification {
    return this.#ended(status, summary, this.#allReports(reason));
  }

  /** The project crashed a check. */
  failed(reason: string): Verification {
    const reports = this.#allReports(reason);
    return this.#ended('failed', summarise(reports), reports);
  }

  /** The service or the machine failed, not the project. */
  lost(reason: string): Verification {
    return this.#ended('rejected', `RUNNER_ERROR: ${reason}`, []);
  }

  #allReports(reason: string): CheckReport[] {
    return this.#checks.map((check) => {
      const message = this.#running.has(check.name) ? `${unfinishedPrefix}${reason}` : endedFirst;
      return this.#reports.get(check.name) ?? emptyReport(check, false, message);
    });
  }

  #ended(status: FinalStatus, summary: string, checks: CheckReport[]): Verification {
    const { source, projectType } = this.#request;
    const packageName = source.from === 'registry' ? source.reference : source.name;
    return { projectType, packageName, status, passed: false, summary, checks };
  }
}
