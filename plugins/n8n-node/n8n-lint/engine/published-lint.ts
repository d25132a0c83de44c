import type { Service, ServiceContext } from '../../../../kernel/check.ts';
import { excerpts, lineBreaks } from '../../../../kernel/excerpt.ts';
import { placeInSources, type SourceTree } from '../../loader/source-position.ts';
import { sourceMaps } from '../../typescript/compiled-project.ts';
import { oncePerFault } from './dedupe.ts';
import { lintInChild } from './lint-child.ts';
import type { LintFinding } from './lint-output.ts';
import { publishedScripts } from './published-scripts.ts';

/** The findings of n8n's gate in the future package, and the reason if they are unknown. */
interface PublishedLint {
  findings: readonly LintFinding[];
  notChecked?: string;
}

const iconRule = '@n8n/community-nodes/icon-validation';

/**
 * The findings that n8n's own linter will report in the published package but not in the sources, with locations in the
 * sources. For projects whose sources its patterns do not match, and for files other than nodes and credentials.
 */
export const publishedLint: Service<PublishedLint> = {
  name: 'linting the package as it would be published',
  async create(context) {
    const published = await context.service(publishedScripts);
    if ('unknown' in published) return { findings: [], notChecked: published.unknown };
    const { scripts, overlay, copiesKnown } = published;
    if (scripts.length === 0) return { findings: [] };
    const found = await lintInChild(context, scripts, overlay);
    if (found.some(({ code }) => code === 'source-unlintable')) context.memory.forget();
    const findings = oncePerFault(found).filter(({ code }) => copiesKnown || code !== iconRule);
    return { findings: findings.length === 0 ? [] : await inSources(findings, context) };
  },
};

async function inSources(findings: readonly LintFinding[], context: ServiceContext): Promise<LintFinding[]> {
  const { files } = context;
  const tree: SourceTree = { has: (path) => files.exists(path), maps: await context.service(sourceMaps) };
  const texts = new Map<string, ReturnType<typeof excerpts>>();
  const told = new Map<string, LintFinding>();
  for (const finding of findings) {
    const placed = inSource(finding, tree);
    if (placed.line !== undefined && placed.file !== finding.file) {
      const excerptAt = texts.get(placed.file) ?? excerpts(await files.read(placed.file), lineBreaks.script);
      texts.set(placed.file, excerptAt);
      const excerpt = excerptAt(placed.line, placed.column ?? 1);
      if (excerpt) Object.assign(placed, { evidence: excerpt.text, evidenceColumn: excerpt.column });
    }
    // The compiler may duplicate code of the source.
    const { code, message, file, line, column } = placed;
    const key = JSON.stringify([code, file, line, column, line === undefined && message]);
    if (!told.has(key)) told.set(key, placed);
  }
  return [...told.values()];
}

/** Maps a finding to the sources; to a whole file if the location is unknown. */
function inSource(finding: LintFinding, tree: SourceTree): LintFinding {
  const { code, messageId, message, file, line = 1, column = 1, endLine = line, endColumn = column } = finding;
  if (tree.has(file)) return finding;
  const start = placeInSources(file, { line, column }, tree);
  const end = placeInSources(file, { line: endLine, column: endColumn }, tree);
  const known = start?.line !== undefined && code !== 'source-syntax';
  return {
    code,
    ...(messageId !== undefined && { messageId }),
    message: `${message} (n8n's gate says so of ${file}:${line}, once it is published)`,
    file: start?.file ?? file,
    ...(known && { line: start.line, column: start.column }),
    ...(known &&
      end?.file === start.file &&
      (end.line ?? 0) >= (start.line ?? 0) && { endLine: end.line, endColumn: end.column }),
  };
}
