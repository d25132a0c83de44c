import type { Service, ServiceContext } from '../../kernel/check.ts';
import { type Severity, severities } from '../../kernel/index.ts';
import { lintGroups, lintRules } from './n8n-lint/catalogue/lint-rules.ts';
import { lintPass } from './n8n-lint/engine/lint-service.ts';
import type { Concern } from './rule.ts';
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

/** A finding of one of our checks, or of what supersedes it, for other checks. */
export interface OwnFault {
  code: string;
  severity: Severity;
  concerns: readonly Concern[];
}

/**
 * The findings of n8n's linter and TypeScript, and of other checks, which supersede those of our rules: authors see each
 * problem once, under the code that they know.
 */
export class OtherFindings {
  readonly #reported: readonly Reported[];
  readonly #own: readonly OwnFault[];

  constructor(reported: readonly Reported[], own: readonly OwnFault[] = []) {
    this.#reported = reported;
    this.#own = own;
  }

  /**
   * The severity of the finding that supersedes a rule at a location: it has one of the codes in its `supersededBy`.
   * Findings that share a line are about the same problem, because one may report a part and the other the whole.
   * @param at undefined if the location is unknown: then any finding of the linter with these codes counts, which name what
   * they are about; errors of TypeScript may be about anything
   */
  supersede(codes: readonly string[] = [], at: Lines | undefined): Severity | undefined {
    const found = this.#reported.find(
      (one) => isOneOf(codes, one) && (at ? overlaps(one, at) : one.code !== typesError),
    );
    return found && (severityByCode.get(found.code) ?? 'error');
  }

  /** Whether another check reports the same, and as severely. */
  explain(codes: readonly string[] = [], { severity, concerns }: Omit<OwnFault, 'code'>): boolean {
    return this.#own.some(
      (one) =>
        isOneOf(codes, one) &&
        severities.indexOf(one.severity) <= severities.indexOf(severity) &&
        one.concerns.some((concern) => concerns.includes(concern)),
    );
  }
}

const isOneOf = (codes: readonly string[], one: { code: string }) =>
  codes.some((code) => (code.endsWith('-') ? one.code.startsWith(code) : one.code === code));

const severityByCode = new Map(lintGroups.flatMap(lintRules).map(({ code, severity }) => [code, severity]));

function overlaps(one: Partial<Lines>, { file, line, endLine = line }: Lines): boolean {
  if (one.file !== file) return false;
  if (line === undefined || endLine === undefined || one.line === undefined) return true;
  return one.line <= endLine && (one.endLine ?? one.line) >= line;
}

const typesError = 'types-error';

/** Codes of the checks that others can be superseded by. */
const ofChecks = /^(nodes|credentials|security)-/;

/**
 * @param codes the codes in `supersededBy` of all rules; others are not requested
 * @param ownFaults what other checks report
 */
export async function otherFindings(
  context: ServiceContext,
  codes: readonly string[],
  ownFaults?: Service<readonly OwnFault[]>,
): Promise<OtherFindings> {
  const own = ownFaults && codes.some((code) => ofChecks.test(code)) ? await context.service(ownFaults) : [];
  const others = codes.filter((code) => !ofChecks.test(code));
  // The checks that report findings of the linter also report its failure.
  const linted = others.some((code) => code !== typesError) ? await context.service(lintPass).catch(() => []) : [];
  if (!others.includes(typesError) || context.mode !== 'project') return new OtherFindings(linted, own);
  const { compiled } = await context.service(compiledProject);
  const diagnostics = (compiled?.diagnostics ?? []).map((diagnostic) => ({ ...diagnostic, code: typesError }));
  return new OtherFindings([...linted, ...diagnostics], own);
}
