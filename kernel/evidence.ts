import { type Excerpt, excerpts, lineBreaks } from './excerpt.ts';
import type { Finding } from './finding.ts';
import type { ProjectFiles } from './project-files.ts';

/**
 * Makes the function that puts the line of the project to a finding that names one: as its evidence, where it has none
 * or has only a part of that line, which then tells the column too. Evidence that says something else, as a masked
 * secret does, stays; an empty one says that nothing of the file is to be shown.
 */
export function evidenceFrom(files: ProjectFiles): (finding: Finding) => Promise<Finding> {
  // Findings come file by file: of one file the lines are kept.
  let last: { file: string; at: (line: number, column: number) => Excerpt | undefined } | undefined;

  async function excerptAt(file: string, line: number, column: number): Promise<Excerpt | undefined> {
    if (last?.file !== file) last = { file, at: await excerptsOf(file, files) };
    return last.at(line, column);
  }

  return async (finding) => {
    const { evidence, ...rest } = finding;
    const { file, line, column, evidenceColumn } = rest;
    if (evidence === '') return rest;
    if (file === undefined || line === undefined || evidenceColumn !== undefined || !files.exists(file)) return finding;
    const excerpt = await excerptAt(file, line, column ?? 1);
    const part = evidence?.replace(/…$/, '') ?? '';
    const index = excerpt?.text.indexOf(part) ?? -1;
    if (!excerpt || index === -1) return finding;
    const isPart = part !== '' && part !== excerpt.text;
    const found = isPart && column === undefined ? { column: excerpt.column + index } : {};
    return { ...finding, ...found, evidence: excerpt.text, evidenceColumn: excerpt.column };
  };
}

/** A file that can't be read has no lines: that it can't is for the checks to say. */
async function excerptsOf(file: string, files: ProjectFiles) {
  try {
    return excerpts(await files.read(file), /\.[cm]?[jt]sx?$/.test(file) ? lineBreaks.script : lineBreaks.text);
  } catch {
    return () => undefined;
  }
}
