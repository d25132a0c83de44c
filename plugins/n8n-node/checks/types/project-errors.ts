import { gte } from 'semver';
import type { Service } from '../../../../kernel/check.ts';
import type { MissingPackage } from '../../../../kernel/packages.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { lockFileOf } from '../../project/manifest/lock-files.ts';
import { projectInput } from '../../typescript/compile-input.ts';
import type { Diagnostic } from '../../typescript/compile-output.ts';
import { type CompiledProject, compiledProject } from '../../typescript/compiled-project.ts';
import { isTypescriptFrom } from '../../typescript/compiler-options.ts';
import { type LaidTypes, laidTypes, wholeTypes } from '../../typescript/laid-types.ts';
import { runTypeScript } from '../../typescript/run-typescript.ts';
import { type ErrorsAround, errorsAround } from './errors-around.ts';
import { type JudgedErrors, judgeDiagnostics } from './judge-diagnostics.ts';

/** The errors that the compiler of a project reports. */
interface ProjectErrors extends JudgedErrors {
  project: CompiledProject;
  /** The whole output of TypeScript. */
  diagnostics: readonly Diagnostic[];
  /** Packages whose types could not be fetched. */
  missing: readonly MissingPackage[];
  /** The releases of n8n-workflow whose common errors these include, where that of the project is not in the registry. */
  releases?: ErrorsAround['releases'];
}

const timeoutSeconds = 40;
/** The version of TypeScript that reports all constant operands that ours does. */
const reportedAll = '5.9.0';

/**
 * The errors of a project. If there are any, it is compiled again with everything that its own compiler sees: types that
 * no file imports, and the library of its own version of TypeScript. Most projects have none, at half the cost.
 */
export const projectErrors: Service<ProjectErrors> = {
  name: 'errors of TypeScript that are faults of the project',
  async create(context) {
    const { files, manifest = {} } = context;
    const project = await context.service(compiledProject);
    const laid = await context.service(laidTypes);
    const diagnostics = project.compiled?.diagnostics ?? [];
    const { build, tsconfig } = project;
    const hasLock = lockFileOf(files) !== undefined;
    const reached = diagnostics.length > 0 ? await context.service(reachedFiles) : undefined;
    const mayResolve = (file: string) => !hasLock && reached?.has(file) === false;
    const judge = (reported: readonly Diagnostic[], { missing }: LaidTypes, constantOperands: boolean): JudgedErrors =>
      judgeDiagnostics(reported, { files, manifest, missing, build, tsconfig, mayResolve, constantOperands });
    const first = { project, diagnostics, missing: laid.missing, ...judge(diagnostics, laid, true) };
    const input = await context.service(projectInput);
    if (!input) return first;
    /** With all that the compiler of the project sees, also which version of TypeScript it is. */
    const judgeWhole = (reported: readonly Diagnostic[], whole: LaidTypes): JudgedErrors => {
      const own = whole.versions['typescript'];
      const constantOperands = own === undefined ? isTypescriptFrom(manifest, reportedAll) : gte(own, reportedAll);
      return judge(reported, whole, constantOperands);
    };
    const judgeErrors = (reported: readonly Diagnostic[], other: LaidTypes) => judgeWhole(reported, other).errors;
    const around = project.compiled && (await errorsAround(context, judgeErrors));
    if (around) return { ...first, ...around };
    if (first.errors.length === 0) return first;
    const whole = await context.service(wholeTypes);
    if (whole.folder === laid.folder)
      return { project, diagnostics, missing: whole.missing, ...judgeWhole(diagnostics, whole) };
    const again = await runTypeScript(context, { ...input, laid: whole, check: true, emit: 'nothing' }, timeoutSeconds);
    if (again.failure !== undefined) return first;
    const both = [...diagnostics, ...again.diagnostics];
    return { project, diagnostics: both, missing: whole.missing, ...judgeWhole(again.diagnostics, whole) };
  },
};
