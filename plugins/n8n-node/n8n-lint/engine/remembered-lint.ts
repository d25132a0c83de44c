import type { ServiceContext } from '../../../../kernel/check.ts';
import { lintDependencies } from './lint-dependencies.ts';
import { type LintFinding, type LintOutput, lintOutput } from './lint-output.ts';
import { packFindings, unpackFindings } from './pack-findings.ts';

/**
 * The findings of files; only files that are not cached are linted.
 * @param lint lints files
 */
export async function rememberedLint(
  { files, memory }: Pick<ServiceContext, 'files' | 'memory'>,
  linted: readonly string[],
  lint: (files: readonly string[]) => Promise<LintFinding[]>,
): Promise<LintFinding[]> {
  const found = await memory.each<LintOutput>({
    name: 'lint',
    items: await lintDependencies(files, linted),
    is: lintOutput.is,
    work: async (missing) => {
      const findings = await lint(missing);
      // The file took too much time or memory.
      if (findings.some(({ code }) => code === 'source-unlintable')) memory.forget();
      const byFile = Map.groupBy(findings, ({ file }) => file);
      for (const file of byFile.keys())
        if (!missing.includes(file)) throw new Error(`n8n's linter reports ${file}, which it was not asked to lint`);
      return new Map(missing.map((file) => [file, packFindings(byFile.get(file) ?? [])]));
    },
  });
  return linted.flatMap((file) => unpackFindings(found.get(file) ?? { texts: [], rows: [] }));
}
