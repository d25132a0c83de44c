import type { CheckContext, Observation } from '../../../../kernel/index.ts';
import { violationsOf } from '../../check-rules.ts';
import type { LoadedPackage } from '../../loader/loaded-package.ts';
import { sourceTree } from '../../loader/source-tree.ts';
import { otherFindings } from '../../superseded.ts';
import { sideEffectRules } from './rules/side-effect-rules.ts';

/** The side effects of files during load, once for each kind and file. */
export async function* sideEffectViolations(loaded: LoadedPackage, context: CheckContext): AsyncGenerator<Observation> {
  const files = loaded.files.filter(({ sideEffects = [] }) => sideEffects.length > 0);
  if (files.length === 0) return;
  const others = await otherFindings(
    context,
    sideEffectRules.flatMap(({ supersededBy }) => supersededBy ?? []),
  );
  const seen = new Set<string>();
  for await (const { rule, violation } of violationsOf(sideEffectRules, {
    files,
    tree: await sourceTree(context, loaded),
  })) {
    const { file = '' } = violation;
    if (seen.has(`${rule.code} ${file}`) || others.supersede(rule.supersededBy, { file })) continue;
    seen.add(`${rule.code} ${file}`);
    yield { code: rule.code, ...violation };
  }
}
