import type { Observation } from '../../../../kernel/finding.ts';
import { environmentOf, type Publishing } from './publishing.ts';
import type { Step } from './workflow.ts';

/** Steps of a job that publishes by which others get its secrets, or publish. */
export function* unsafeSteps(publishing: Publishing): Generator<Observation> {
  const { workflow, job } = publishing;
  const { file, events } = workflow;
  // A condition may demand that the pull request was merged.
  const isOpen = events.includes('pull_request_target') && !/pull_request|event_name\s*==/.test(job.condition);
  for (const step of job.steps) {
    if (isOpen && checksOutPullRequest(step)) {
      const message = `Job "${job.name}" checks out the code of any pull request, and publishes`;
      yield { code: 'provenance-workflow-untrusted', message, file, line: step.line, evidence: step.with['ref'] ?? '' };
    }
    const secret = printedSecret(step, environmentOf({ ...publishing, step }));
    if (secret !== undefined) {
      const message = `Job "${job.name}" prints the secret ${secret} in another encoding, which GitHub does not mask`;
      yield { code: 'provenance-workflow-secret-printed', message, file, line: step.line, evidence: secret };
    }
  }
}

/** https://securitylab.github.com/resources/github-actions-preventing-pwn-requests/ */
export const checksOutPullRequest = ({ uses, with: { ref = '' } }: Step) =>
  /^actions\/checkout@/.test(uses) && /github\.(?:event\.pull_request\.head\.|head_ref\b)/.test(ref);

/** Commands that write what they read in another form. */
const encoder = /\|\s*(?:base64(?!\s+(?:-d|-D|--decode))|base32|xxd|od|hexdump|rev|fold|sed)\b/;

/** The variable of a secret that a line prints encoded: not to a file, not into a variable, not to another command. */
function printedSecret({ run }: Step, environment: Readonly<Record<string, string>>): string | undefined {
  const isSecret = (name: string) => /\$\{\{\s*secrets\./.test(environment[name] ?? '');
  for (const line of run.slice(0, 20_000).split('\n')) {
    const isPrinted = /^\s*(?:echo|printf)\b/.test(line) && encoder.test(line);
    if (!isPrinted || />|\btee\b|::add-mask::/.test(line)) continue;
    const [direct] = /(?<=secrets\.)\w+/.exec(line) ?? [];
    const used = [...line.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
    const found = direct ?? used.find(isSecret);
    if (found !== undefined) return found;
  }
  return undefined;
}
