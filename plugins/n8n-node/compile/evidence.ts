import type { Observation } from '../../../kernel/finding.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';

/** Characters; a line may be megabytes. */
const longest = 160;

/** The line of the project that a finding is about, when it names one. */
export async function evidenceAt(
  { file, line }: Pick<Observation, 'file' | 'line'>,
  files: ProjectFiles,
): Promise<Pick<Observation, 'evidence' | 'evidenceColumn'>> {
  if (file === undefined || line === undefined || !files.exists(file)) return {};
  const text = (await files.read(file)).split(/\r\n|\n|\r/)[line - 1] ?? '';
  const evidence = text.trim().slice(0, longest);
  return evidence === '' ? {} : { evidence, evidenceColumn: text.search(/\S/) + 1 };
}
