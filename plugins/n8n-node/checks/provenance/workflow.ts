import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';

/** The parts of a GitHub Actions workflow that matter for provenance. https://docs.github.com/en/actions/reference */
export interface Workflow {
  file: string;
  permissions: Permissions | undefined;
  env: Readonly<Record<string, string>>;
  jobs: readonly Job[];
  /** Branches whose pushes start it, if nothing else does. */
  branches: readonly string[];
  /** Tags whose pushes start it, if nothing else does. */
  tags: readonly string[];
  /** The events that start it. */
  events: readonly string[];
  /** What of `pull_request_target` starts it: `opened`; empty for the default. */
  pullRequestTypes: readonly string[];
  /** The inputs in which whoever starts it writes any text. */
  textInputs: readonly string[];
}

export interface Job {
  name: string;
  line: number;
  permissions: Permissions | undefined;
  runsOn: readonly string[];
  /** `if`; empty if it always runs. */
  condition: string;
  /** Whether it waits for another job, or for someone who approves it. */
  waits: boolean;
  /** The jobs that it waits for. */
  needs: readonly string[];
  env: Readonly<Record<string, string>>;
  /** A reusable workflow that the job calls. */
  uses?: string;
  steps: readonly Step[];
}

export interface Step {
  line: number;
  run: string;
  uses: string;
  env: Readonly<Record<string, string>>;
  with: Readonly<Record<string, string>>;
  /** The working directory, relative to the root of the repository; empty for the root itself. */
  folder: string;
  /** `if`, or `continue-on-error`; empty if it always runs, and must not fail. */
  condition: string;
}

/** `write-all`, `read-all`, or scopes with their access. */
export type Permissions = string | Readonly<Record<string, string>>;

export class UnreadableWorkflow extends Error {
  readonly line: number | undefined;
  constructor(message: string, line: number | undefined) {
    super(message);
    this.line = line;
  }
}

/** A limit, because parsing YAML is slow. */
export const maxWorkflowLength = 64 * 1024;

/**
 * @param text of at most `maxWorkflowLength` characters
 * @throws {UnreadableWorkflow}
 */
export function readWorkflow(file: string, text: string): Workflow {
  const lines = new LineCounter();
  const document = parse(text, lines);
  const [error] = document.errors;
  if (error)
    throw new UnreadableWorkflow(error.message.split('\n')[0] ?? 'invalid YAML', lines.linePos(error.pos[0]).line);
  const { contents } = document;
  if (!isMap(contents)) throw new UnreadableWorkflow('the file is not a workflow', 1);
  const lineOf = (node: unknown) => (hasRange(node) ? lines.linePos(node.range[0]).line : 1);
  const jobs = contents.get('jobs', true);
  return {
    file,
    permissions: permissionsOf(contents),
    env: textsOf(contents.get('env', true)),
    branches: onlyPushes(contents.get('on', true), 'branches'),
    tags: onlyPushes(contents.get('on', true), 'tags'),
    events: eventsOf(contents.get('on', true)),
    pullRequestTypes: typesOf(contents.get('on', true)),
    textInputs: ['workflow_dispatch', 'workflow_call'].flatMap((event) =>
      textInputsOf(contents.get('on', true), event),
    ),
    jobs: isMap(jobs)
      ? jobs.items.flatMap(({ key, value }) =>
          isMap(value) ? [jobOf(key, value, { lineOf, folder: folderOf(contents) })] : [],
        )
      : [],
  };
}

function parse(text: string, lines: LineCounter): Document {
  try {
    return parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  } catch (error) {
    // Nested deeper than the stack.
    throw new UnreadableWorkflow(error instanceof Error ? error.message : 'invalid YAML', undefined);
  }
}

function jobOf(key: unknown, job: YAMLMap, { lineOf, folder }: { lineOf(node: unknown): number; folder: string }): Job {
  const steps = job.get('steps', true);
  const uses = textOf(job.get('uses', true));
  const folderOfJob = folderOf(job) || folder;
  return {
    name: String(key),
    line: lineOf(key),
    permissions: permissionsOf(job),
    runsOn: listOf(job.get('runs-on', true)),
    condition: textOf(job.get('if', true)),
    waits: job.has('needs') || job.has('environment'),
    needs: job.has('needs') ? listOf(job.get('needs', true)) : [],
    env: textsOf(job.get('env', true)),
    ...(uses !== '' && { uses }),
    steps: isSeq(steps)
      ? steps.items.flatMap((step) =>
          isMap(step)
            ? [
                {
                  line: lineOf(step),
                  run: textOf(step.get('run', true)),
                  uses: textOf(step.get('uses', true)),
                  env: textsOf(step.get('env', true)),
                  with: textsOf(step.get('with', true)),
                  folder: textOf(step.get('working-directory', true)) || folderOfJob,
                  condition: textOf(step.get('if', true)) || textOf(step.get('continue-on-error', true)),
                },
              ]
            : [],
        )
      : [],
  };
}

/** `on: { push: { branches: […] } }` */
function onlyPushes(on: unknown, of: 'branches' | 'tags'): string[] {
  const push = isMap(on) && on.items.length === 1 ? on.get('push', true) : undefined;
  return isMap(push) && push.items.length === 1 ? listOf(push.get(of, true)) : [];
}

/** `on: push`, `on: [push, release]` or `on: { push: … }` */
const eventsOf = (on: unknown): string[] => (isMap(on) ? on.items.map(({ key }) => String(key)) : listOf(on));

/** `on: { pull_request_target: { types: […] } }` */
function typesOf(on: unknown): string[] {
  const event = isMap(on) ? on.get('pull_request_target', true) : undefined;
  return isMap(event) && event.has('types') ? listOf(event.get('types', true)) : [];
}

/** `on: { workflow_dispatch: { inputs: … } }`; those of other types have values that GitHub checks. */
function textInputsOf(on: unknown, event: string): string[] {
  const inputs = isMap(on) ? on.getIn([event, 'inputs'], true) : undefined;
  if (!isMap(inputs)) return [];
  return inputs.items.flatMap(({ key, value }) => {
    const type = isMap(value) ? textOf(value.get('type', true)) : '';
    return type === '' || type === 'string' ? [String(key)] : [];
  });
}

/** `defaults: { run: { working-directory: … } }` of a workflow or a job. */
function folderOf(map: YAMLMap): string {
  const defaults = map.get('defaults', true);
  const run = isMap(defaults) ? defaults.get('run', true) : undefined;
  return isMap(run) ? textOf(run.get('working-directory', true)) : '';
}

function permissionsOf(map: YAMLMap): Permissions | undefined {
  const node = map.get('permissions', true);
  if (isMap(node)) return textsOf(node);
  if (!isScalar(node)) return undefined;
  // `permissions:` with nothing after it grants nothing, as `{}` does.
  return node.value === null ? {} : String(node.value);
}

function textsOf(node: unknown): Record<string, string> {
  if (!isMap(node)) return {};
  return Object.fromEntries(node.items.map(({ key, value }) => [String(key), textOf(value)]));
}

function listOf(node: unknown): string[] {
  if (isSeq(node)) return node.items.map(textOf);
  // `runs-on: { group: …, labels: … }`
  if (isMap(node)) return [...listOf(node.get('labels', true)), ...(node.has('group') ? ['group'] : [])];
  return [textOf(node)];
}

function textOf(node: unknown): string {
  return isScalar(node) && node.value !== null ? String(node.value) : '';
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
