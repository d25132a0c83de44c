import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';

/** A workflow of GitHub Actions, as far as it decides about provenance. https://docs.github.com/en/actions/reference */
export interface Workflow {
  file: string;
  permissions: Permissions | undefined;
  env: Readonly<Record<string, string>>;
  jobs: readonly Job[];
}

export interface Job {
  name: string;
  line: number;
  permissions: Permissions | undefined;
  runsOn: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Another workflow that the job calls. */
  uses?: string;
  steps: readonly Step[];
}

export interface Step {
  line: number;
  run: string;
  uses: string;
  env: Readonly<Record<string, string>>;
  with: Readonly<Record<string, string>>;
}

/** `write-all`, `read-all`, or scopes with what they may. */
export type Permissions = string | Readonly<Record<string, string>>;

export class UnreadableWorkflow extends Error {
  readonly line: number | undefined;
  constructor(message: string, line: number | undefined) {
    super(message);
    this.line = line;
  }
}

/** Characters of the longest workflow that is read. */
const longest = 500_000;

/** @throws {UnreadableWorkflow} */
export function readWorkflow(file: string, text: string): Workflow {
  if (text.length > longest) throw new UnreadableWorkflow('it is too long to be a workflow', undefined);
  const lines = new LineCounter();
  const document = parse(text, lines);
  const [fault] = document.errors;
  if (fault) throw new UnreadableWorkflow(fault.message.split('\n')[0] ?? 'it is no YAML', fault.linePos?.[0].line);
  const { contents } = document;
  if (!isMap(contents)) throw new UnreadableWorkflow('it holds no workflow', 1);
  const lineOf = (node: unknown) => (hasRange(node) ? lines.linePos(node.range[0]).line : 1);
  const jobs = contents.get('jobs', true);
  return {
    file,
    permissions: permissionsOf(contents),
    env: textsOf(contents.get('env', true)),
    jobs: isMap(jobs)
      ? jobs.items.flatMap(({ key, value }) => (isMap(value) ? [jobOf(String(key), lineOf(key), value, lineOf)] : []))
      : [],
  };
}

function parse(text: string, lines: LineCounter): Document {
  try {
    return parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: true });
  } catch (error) {
    // Nested deeper than the stack.
    throw new UnreadableWorkflow(error instanceof Error ? error.message : 'it is no YAML', undefined);
  }
}

function jobOf(name: string, line: number, job: YAMLMap, lineOf: (node: unknown) => number): Job {
  const steps = job.get('steps', true);
  const uses = textOf(job.get('uses', true));
  return {
    name,
    line,
    permissions: permissionsOf(job),
    runsOn: listOf(job.get('runs-on', true)),
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
                },
              ]
            : [],
        )
      : [],
  };
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
