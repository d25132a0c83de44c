import Type, { type Static, type TObject } from 'typebox';
import { serviceError } from '../../kernel/errors.ts';
import { inReadingOrder } from '../../kernel/finding.ts';
import { guard } from '../../kernel/guard.ts';
import { operationCounts } from '../../kernel/report/count-operations.ts';
import { findingsOf, toFinalResult } from '../../kernel/result.ts';
import { faultText } from '../../kernel/schema-fault.ts';
import { verify } from '../api.ts';
import type { VerifyProjectResult } from '../api-types.ts';
import { fixProject } from '../fix/fix-project.ts';
import { patchOf } from '../fix/patch.ts';
import { pathInWorkspace } from '../workspace.ts';

const folder = Type.Optional(
  Type.String({ description: 'Project folder in the workspace; default: the first folder of the workspace' }),
);
const Subject = Type.Object(
  {
    folder,
    package: Type.Optional(
      Type.String({ description: 'Published npm package, name or name@version, instead of a folder; needs type' }),
    ),
    type: Type.Optional(Type.String({ description: 'Project type, for example n8n-node; default: detected' })),
  },
  { additionalProperties: false },
);

/** The tools of `service mcp`. */
export const tools: readonly Tool[] = [
  defineTool({
    name: 'verify',
    title: 'Verify a project or a published package',
    description:
      'Runs all checks of service on an n8n community node package: manifest, structure, lint, types, loading and behaviour. Returns the verdict and the findings, errors first, each with code, file, line and how to fix it.',
    inputSchema: Subject,
    changesFiles: false,
    call: async (input, context) => runSummary(await run(input, context)),
  }),
  defineTool({
    name: 'explain',
    title: 'Explain a code',
    description: 'Explains the code of a finding, a check or an error: why it matters, how to fix it, examples.',
    inputSchema: Type.Object(
      { code: Type.String({ description: 'For example structure-undeclared' }) },
      { additionalProperties: false },
    ),
    changesFiles: false,
    async call({ code }) {
      const [{ explanationDocument, explanationOf }, { builtinKernel }] = await Promise.all([
        import('../explanation.ts'),
        import('../../plugins/builtin.ts'),
      ]);
      return explanationDocument(explanationOf(code, builtinKernel()));
    },
  }),
  defineTool({
    name: 'operations',
    title: 'List what the operations of the nodes do',
    description:
      'Runs each operation of the nodes against a simulated API, in a sandbox without a network, and returns its requests and output, or why it was not run.',
    inputSchema: Subject,
    changesFiles: false,
    call: async (input, context) => operationSummary(await run(input, context)),
  }),
  defineTool({
    name: 'fix',
    title: 'Apply unambiguous fixes',
    description:
      'Applies unambiguous fixes to the files of a project, verifies again, and returns the changes as a diff. With dryRun it changes nothing. Refuses a folder with uncommitted changes unless force is set.',
    inputSchema: Type.Object(
      {
        folder,
        dryRun: Type.Optional(Type.Boolean({ description: 'Whether to return the changes without making them' })),
        force: Type.Optional(Type.Boolean({ description: 'Whether to change files that git could not restore' })),
      },
      { additionalProperties: false },
    ),
    changesFiles: true,
    call: ({ folder = '.', ...options }, { workspace, signal, progress }) =>
      fixFolder(pathInWorkspace(folder, workspace), { ...options, progress }, signal),
  }),
];

async function run(
  { folder, package: name, type }: { folder?: string; package?: string; type?: string },
  { workspace, signal, progress }: ToolContext,
): Promise<VerifyProjectResult> {
  if (folder !== undefined && name !== undefined)
    throw serviceError('INVALID_TOOL_INPUT', { reason: 'folder cannot be used with package' });
  const subject = name === undefined ? { cwd: pathInWorkspace(folder ?? '.', workspace) } : { package: name };
  return verify({
    ...subject,
    ...(type !== undefined && { type }),
    signal,
    onEvent: (event) => {
      if (event.type === 'log' || event.type === 'notice') progress(event.message);
    },
  });
}

interface Options {
  dryRun?: boolean;
  force?: boolean;
  progress(message: string): void;
}

/**
 * Fixes a project like `service verify --local --fix`; its plugins do not run.
 * @param folder absolute
 * @throws {ServiceError} as resolveProject and fixProject do
 */
async function fixFolder(folder: string, { dryRun = false, force = false, progress }: Options, signal: AbortSignal) {
  const { resolveProject } = await import('../resolve-project.ts');
  const context = { local: true, warn: progress, consent: { all: false, warn: progress } };
  const { subject, ...request } = await resolveProject({ cwd: folder }, context);
  if (subject.mode !== 'project') throw serviceError('NO_FILES', { folder, purpose: 'verify' });
  const options = { dryRun, force, cache: true, offline: false, log: progress };
  const { files, rolledBack } = await fixProject({ ...request, subject }, options, signal);
  return {
    dryRun,
    files: files.map((file) => ({ path: file.path, findings: file.fixed, diff: patchOf(file) })),
    ...(rolledBack.length > 0 && { notFixed: rolledBack }),
  };
}

/** What a tool call gets besides its input. */
interface ToolContext {
  /** Absolute folders that the client may name. */
  workspace: readonly string[];
  signal: AbortSignal;
  /** Reports progress to the client. */
  progress(message: string): void;
}

/** A tool as the client sees it, and the function that answers a call with a JSON value. */
interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: TObject;
  changesFiles: boolean;
  /** @throws {ServiceError} which the client gets as the result of the call */
  call(input: unknown, context: ToolContext): Promise<object>;
}

/** Creates a tool whose input is validated before it is called. */
function defineTool<Input extends TObject>({
  call,
  ...tool
}: Omit<Tool, 'call' | 'inputSchema'> & {
  inputSchema: Input;
  call(input: Static<Input>, context: ToolContext): Promise<object>;
}): Tool {
  const valid = guard(tool.inputSchema);
  return {
    ...tool,
    async call(input, context) {
      if (valid.is(input)) return call(input, context);
      const [error] = valid.errors(input);
      const fault = error ? faultText(error, 'the input') : 'the input does not match its schema';
      throw serviceError('INVALID_TOOL_INPUT', { reason: `${tool.name}: ${fault}` });
    },
  };
}

/** Findings and operations of an answer, so that it fits into the context of an agent. */
const maxFindings = 100;
const maxOperations = 200;

/** Returns what `verify` answers: the final result of SPEC 2.2, and the findings, errors first. */
function runSummary(result: VerifyProjectResult) {
  const findings = inReadingOrder(findingsOf(result.checks));
  const fixable = findings.filter(({ edit }) => edit !== undefined).length;
  return {
    ...toFinalResult(result, result.runId, result.creditsUsed),
    projectType: result.projectType,
    packageName: result.packageName,
    findings: findings
      .slice(0, maxFindings)
      .map(({ edit, ...finding }) => ({ ...finding, ...(edit !== undefined && { fixable: true }) })),
    ...moreThan(maxFindings, findings, 'moreFindings'),
    fixable,
  };
}

/** Returns what `operations` answers: what each operation of the nodes did when it ran against a simulated API. */
function operationSummary({ status, summary, checks }: VerifyProjectResult) {
  const operations = checks.flatMap((check) => check.operations ?? []);
  return {
    status,
    summary: operationCounts(operations) || `No operations were run (${summary})`,
    operations: operations.slice(0, maxOperations),
    ...moreThan(maxOperations, operations, 'moreOperations'),
  };
}

function moreThan(max: number, all: readonly unknown[], name: string) {
  return all.length > max ? { [name]: all.length - max } : {};
}
