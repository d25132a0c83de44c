import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import type { Attempt } from '../../loader/load-output.ts';
import type { LoadedFile, LoadedPackage } from '../../loader/loaded-package.ts';
import { positionInStack } from '../../loader/source-position.ts';
import { sourceTree } from '../../loader/source-tree.ts';
import { lintPass } from '../../n8n-lint/engine/lint-service.ts';
import { attemptRules } from './rules/side-effect-rules.ts';

const does: Readonly<Record<Attempt['kind'], string>> = {
  environment: 'reads environment variables',
  files: 'uses the file system',
  network: 'uses the network',
  processes: 'starts a process or a thread',
  engine: 'changes the language or reaches into the engine',
};

/** Rules of n8n's linter that say of a file that it does such a thing at all. */
const sameFault: Readonly<Record<Attempt['kind'], readonly string[]>> = {
  environment: ['@n8n/community-nodes/no-restricted-globals', '@n8n/community-nodes/no-restricted-imports'],
  files: ['@n8n/community-nodes/no-restricted-imports'],
  network: ['@n8n/community-nodes/no-restricted-imports'],
  processes: ['@n8n/community-nodes/no-restricted-imports', '@n8n/community-nodes/no-dangerous-functions'],
  // Whatever else is told of it, this is.
  engine: [],
};

/**
 * What files tried while they were loaded, once for each file and kind. Where n8n's own linter has told of it from the
 * source, the author has heard of it already.
 */
export async function* observeAttempts(
  loaded: LoadedPackage,
  context: Pick<CheckContext, 'files' | 'service'>,
): AsyncGenerator<Observation> {
  const told = new Set<string>();
  for (const { path, source, file: own, attempts } of loaded.files.filter(hasAttempts)) {
    const tree = await sourceTree(context, loaded);
    for (const [kind, ofKind] of byKind(attempts)) {
      const place = positionInStack(`    at ${ofKind[0]?.place}`, tree) ?? { file: source ?? own ?? path };
      const fault = `${kind} ${place.file}`;
      if (told.has(fault)) continue;
      told.add(fault);
      // That the linter failed is told where its own findings are.
      const linted = await context.service(lintPass).catch(() => []);
      if (linted.some(({ code, file }) => file === place.file && sameFault[kind].includes(code))) continue;
      const tried = [...new Set(ofKind.map(({ what }) => what))];
      const more = tried.length > 5 ? ` and ${tried.length - 5} more` : '';
      const message = `${path} ${does[kind]} while it is loaded: ${tried.slice(0, 5).join(', ')}${more}`;
      yield { code: attemptRules[kind].code, message, ...place };
    }
  }
}

const hasAttempts = (file: LoadedFile): file is LoadedFile & { attempts: Attempt[] } =>
  (file.attempts ?? []).length > 0;

function byKind(attempts: readonly Attempt[]): Map<Attempt['kind'], Attempt[]> {
  return Map.groupBy(attempts, ({ kind }) => kind);
}
