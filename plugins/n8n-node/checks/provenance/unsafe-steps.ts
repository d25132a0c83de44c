import type { Observation } from '../../../../kernel/finding.ts';
import { environmentOf, type Publishing } from './publishing.ts';
import type { Step, Workflow } from './workflow.ts';

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
    const text = insertedText(step, workflow);
    if (text !== undefined) {
      const message = `Job "${job.name}" runs the text of ${text} as part of a script, and publishes`;
      yield { code: 'provenance-workflow-script-injection', message, file, line: step.line, evidence: text };
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

/** Texts of an event that people write: https://docs.github.com/en/actions/concepts/security/script-injections */
const ofPeople =
  /^github\.(?:head_ref|event\.(?:(?:issue|discussion|pull_request)\.(?:title|body)|pull_request\.head\.(?:ref|label)|(?:comment|review|review_comment)\.body|release\.(?:name|body)|head_commit\.(?:message|author\.(?:name|email))))$/;

/** An expression with any text that GitHub inserts into a script before it runs. */
function insertedText({ run, uses, with: { script = '' } }: Step, { textInputs }: Workflow): string | undefined {
  const code = run === '' && /^actions\/github-script@/.test(uses) ? script : run;
  const inserted = [...code.slice(0, 20_000).matchAll(/\$\{\{([^{}]{1,300})\}\}/g)]
    .flatMap(([, expression = '']) => expression.split('||'))
    .map((one) => one.trim());
  return inserted.find((one) => {
    const [, input] = /^(?:github\.event\.)?inputs\.([\w-]+)$/.exec(one) ?? [];
    return input === undefined ? ofPeople.test(one) : textInputs.includes(input);
  });
}
