import { type Excerpt, excerpts, lineBreaks } from './excerpt.ts';
import type { Finding } from './finding.ts';
import type { ProjectFiles } from './project-files.ts';

/**
 * Returns a function that adds the source line of a finding as evidence, if it has no evidence or a part of that line, which
 * then also gives the column. Other evidence, for example a masked secret, stays. Empty evidence is removed, and no line is
 * shown.
 */
export function evidenceFrom(files: ProjectFiles): (finding: Finding) => Promise<Finding> {
  // Findings come file by file, so the lines of one file are cached.
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

/** An unreadable file has no excerpts; the checks report it. */
async function excerptsOf(file: string, files: ProjectFiles) {
  try {
    return excerpts(await files.read(file), /\.[cm]?[jt]sx?$/.test(file) ? lineBreaks.script : lineBreaks.text);
  } catch {
    return () => undefined;
  }
}
