import { jsonLocator, type ProjectFiles } from '../../../../kernel/project-files.ts';
import type { LintFinding } from './lint-output.ts';

/** The fields of package.json that rules of n8n are about, but report at the start of the file. */
const fields: ReadonlyMap<string, string> = new Map([
  ['n8n-nodes-base/community-package-json-author-name-missing', 'author'],
  ['n8n-nodes-base/community-package-json-keywords-without-official-tag', 'keywords'],
  ['n8n-nodes-base/community-package-json-license-not-default', 'license'],
]);

/** A finding of n8n's linter: in package.json, at the value that it is about. */
export async function atItsField(finding: LintFinding, files: ProjectFiles): Promise<LintFinding> {
  const { code, file } = finding;
  const field = file === 'package.json' ? fields.get(code) : undefined;
  const position = field !== undefined && files.exists(file) ? jsonLocator(await files.read(file))([field]) : undefined;
  if (!position) return finding;
  const { evidence: _, evidenceColumn: __, ...rest } = finding;
  return { ...rest, ...position };
}
