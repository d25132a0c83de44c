import { reasonOf } from '../kernel/errors.ts';
import type { Kernel } from '../kernel/plugin.ts';
import { comparePublished } from '../kernel/report/compare-published.ts';
import { hasVerdict, type PublishedComparison, type Verification } from '../kernel/result.ts';
import { parsePackageReference } from '../runner/source/package-reference.ts';
import type { JudgeRequest } from './judge-request.ts';

interface AgainstPublished {
  /** Of the project. Its time limit is for both. */
  request: JudgeRequest;
  rules: ReturnType<Kernel['rules']>;
  /** Time of `performance.now()` at which the run started. */
  started: number;
  /** Verifies with a new judge. */
  verify(request: JudgeRequest): Promise<Verification>;
  log(message: string): void;
}

/**
 * Verifies the newest published version of a project's package like the project, and adds what is different. Changes neither
 * the verdict nor anything else of it: what goes wrong is the reason why it is not compared.
 * @param project returned as it is if it has no verdict
 */
export async function againstPublished(project: Verification, options: AgainstPublished): Promise<Verification> {
  if (!hasVerdict(project)) return project;
  return { ...project, published: await comparison(project, options) };
}

async function comparison(
  project: Verification,
  { request, rules, started, verify, log }: AgainstPublished,
): Promise<PublishedComparison> {
  if (request.packages?.offline) return { notCompared: 'offline' };
  const reference = `${project.packageName}@latest`;
  try {
    parsePackageReference(reference);
  } catch (error) {
    return { notCompared: reasonOf(error) };
  }
  const timeout = request.timeout - (performance.now() - started) / 1000;
  if (timeout <= 0) return { notCompared: 'time limit reached' };
  log(`Verifying ${reference} to compare with it`);
  // What the project ignores is ignored on its side.
  const published = await verify({ ...request, source: { from: 'registry', reference }, timeout, ignore: undefined });
  if (hasVerdict(published)) return comparePublished(project, published, rules);
  // Without the code: a missing package is no invalid payload of this run.
  return { notCompared: published.summary.replace(/^[A-Z_]+: /, '') };
}
