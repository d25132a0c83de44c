import type { CheckContext } from '../../kernel/index.ts';
import { lintPass } from './n8n-lint/engine/lint-service.ts';
import { compiledProject } from './typescript/compiled-project.ts';

/** Lines of a file; without numbers, the whole file. */
interface Lines {
  file: string;
  line?: number | undefined;
  endLine?: number | undefined;
}

interface Reported extends Partial<Lines> {
  code: string;
}

/**
 * The findings of n8n's linter and TypeScript, which supersede those of our rules: authors see each problem once, under
 * the code that they know.
 */
export class OtherFindings {
  readonly #reported: readonly Reported[];

  constructor(reported: readonly Reported[]) {
    this.#reported = reported;
  }

  /**
   * Whether a rule is superseded at a location by one of the codes in its `supersededBy`. Findings that share a line are
   * about the same problem, because one may report a part and the other the whole.
   * @param at undefined if the location is unknown: then any finding with these codes counts
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

/** @param codes the codes in `supersededBy` of all rules; others are not requested */
export async function otherFindings(context: CheckContext, codes: readonly string[]): Promise<OtherFindings> {
  if (codes.length === 0) return new OtherFindings([]);
  // The checks that report findings of the linter also report its failure.
  const linted = codes.some((code) => code !== 'types-error') ? await context.service(lintPass).catch(() => []) : [];
  if (!codes.includes('types-error') || context.mode !== 'project') return new OtherFindings(linted);
  const { compiled } = await context.service(compiledProject);
  const diagnostics = (compiled?.diagnostics ?? []).map((diagnostic) => ({ ...diagnostic, code: 'types-error' }));
  return new OtherFindings([...linted, ...diagnostics]);
}
