import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { locateInJson, positionAt } from '../../../../kernel/project-files.ts';
import { buildTools } from '../../follow/build-tools.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { isTestFile } from '../../project/test-file.ts';
import { isDeclarationFile } from '../../typescript/declaration-file.ts';
import type { Tsconfig } from '../../typescript/tsconfig.ts';
import { notStrict, unchecked } from './rules/types-rules.ts';

/** Type checking that is switched off, for all sources or for some. */
export async function* switchedOff(
  { files, service }: Pick<CheckContext, 'files' | 'service'>,
  { path, compilerOptions }: Tsconfig,
): AsyncGenerator<Observation> {
  if (path !== undefined && compilerOptions['strict'] === false && compilerOptions['strictNullChecks'] !== true) {
    const text = await files.read(path);
    // It may be inherited.
    const at = text.includes('"strict"') ? locateInJson(text, ['compilerOptions', 'strict']) : undefined;
    yield { code: notStrict.code, message: '"strict" is set to false', file: path, ...at };
  }
  const reached = await service(reachedFiles);
  // Scripts that only build the project never run in n8n.
  const tools = await service(buildTools);
  const found: { file: string; line: number; column: number }[] = [];
  for (const file of files.list()) {
    if (!/\.[cm]?tsx?$/.test(file) || isDeclarationFile(file) || isTestFile(file)) continue;
    if (reached?.has(file) === false || tools.has(file)) continue;
    const text = await files.read(file);
    const comments = leadingComments(text);
    const index = comments.search(/@ts-nocheck\b/);
    // Code generators add it to their output.
    if (index >= 0 && !/generated|do not edit/i.test(comments)) found.push({ file, ...positionAt(text, index) });
  }
  const [first, ...others] = found;
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more sources)`;
  const evidence = found.slice(0, maxListed).map(({ file, line }) => `${file}:${line}`);
  yield {
    code: unchecked.code,
    message: `@ts-nocheck disables type checking in ${first.file}${more}`,
    ...first,
    ...(others.length > 0 && { evidence: evidence.join('\n') }),
  };
}

const maxListed = 50;
/** Characters at the start of a file. */
const maxCommentLength = 20_000;

/** TypeScript looks for the comment only here. */
function leadingComments(text: string): string {
  return /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|#![^\n]*\n)*/.exec(text.slice(0, maxCommentLength))?.[0] ?? '';
}
