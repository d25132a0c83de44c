import type { CheckContext } from '../../kernel/index.ts';
import { lintPass } from './n8n-lint/engine/lint-service.ts';
import { compiledProject } from './typescript/compiled-project.ts';

/** Where a fault is; without lines, the whole file. */
export interface Lines {
  file: string;
  line?: number | undefined;
  endLine?: number | undefined;
}

interface Reported extends Partial<Lines> {
  code: string;
}

/**
 * What n8n's linter and TypeScript report, for rules of ours that give way to them: the author reads of one fault once,
 * under the code that he knows.
 */
export class OtherFindings {
  readonly #reported: readonly Reported[];

  constructor(reported: readonly Reported[]) {
    this.#reported = reported;
  }

  /**
   * Whether a rule is superseded at a place by one of the codes that its `supersededBy` has. Two findings that share a
   * line are about the same fault, of which one may name a part and the other the whole.
   * @param at undefined when the place is not known: then any finding of these codes counts
   */
  supersede(codes: readonly string[] = [], at: Lines | undefined): boolean {
    return this.#reported.some(
      (one) =>
        codes.some((code) => (code.endsWith('-') ? one.code.startsWith(code) : one.code === code)) &&
        (at === undefined || overlaps(one, at)),
    );
  }
}

function overlaps(one: Partial<Lines>, { file, line, endLine = line }: Lines): boolean {
  if (one.file !== file) return false;
  if (line === undefined || endLine === undefined || one.line === undefined) return true;
  return one.line <= endLine && (one.endLine ?? one.line) >= line;
}

/** @param codes all codes that some rule gives way to: what none of them is about is not asked for */
export async function otherFindings(context: CheckContext, codes: readonly string[]): Promise<OtherFindings> {
  if (codes.length === 0) return new OtherFindings([]);
  // A failure of the linter is reported by the checks that tell its findings.
  const linted = codes.some((code) => code !== 'types-error') ? await context.service(lintPass).catch(() => []) : [];
  if (!codes.includes('types-error') || context.mode !== 'project') return new OtherFindings(linted);
  const { compiled } = await context.service(compiledProject);
  const diagnostics = (compiled?.diagnostics ?? []).map((diagnostic) => ({ ...diagnostic, code: 'types-error' }));
  return new OtherFindings([...linted, ...diagnostics]);
}
