import type { FinalStatus } from '../kernel/enums.ts';
import type { RunEvent } from '../kernel/events.ts';
import { type CheckReport, summarise, type Verification } from '../kernel/result.ts';
import { emptyReport, endedFirst } from '../runner/run-check.ts';
import type { JudgeRequest } from './judge-request.ts';

/** What was heard of a run so far: what is told when its judge can't any more. */
export class RunTracker {
  readonly #order: JudgeRequest;
  #checks: readonly { name: string; title: string }[] = [];
  readonly #running = new Set<string>();
  readonly #reports = new Map<string, CheckReport>();

  constructor(order: JudgeRequest) {
    this.#order = order;
  }

  see(event: RunEvent): void {
    if (event.type === 'checks') this.#checks = event.checks;
    else if (event.type === 'check-start') this.#running.add(event.check);
    else if (event.type === 'check-end') {
      this.#running.delete(event.report.name);
      this.#reports.set(event.report.name, event.report);
    }
  }

  /** Names of the checks that were at work. */
  get running(): string[] {
    return [...this.#running];
  }

  /** It ran past its limit, or was cancelled, and did not end of itself. */
  interrupted(status: 'timeout' | 'rejected', summary: string, reason: string): Verification {
    return this.#ended(status, summary, this.#allReports(reason));
  }

  /** The project is to blame: a check did not survive it. */
  failed(reason: string): Verification {
    const reports = this.#allReports(reason);
    return this.#ended('failed', summarise(reports), reports);
  }

  /** We are to blame, or the machine: nothing is said of the project. */
  lost(reason: string): Verification {
    return this.#ended('rejected', `RUNNER_ERROR: ${reason}`, []);
  }

  #allReports(reason: string): CheckReport[] {
    return this.#checks.map((check) => {
      const message = this.#running.has(check.name) ? `not finished: ${reason}` : endedFirst;
      return this.#reports.get(check.name) ?? emptyReport(check, false, message);
    });
  }

  #ended(status: FinalStatus, summary: string, checks: CheckReport[]): Verification {
    const { source, projectType } = this.#order;
    const packageName = source.from === 'registry' ? source.reference : source.name;
    return { projectType, packageName, status, passed: false, summary, checks };
  }
}
