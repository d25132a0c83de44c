import type { CheckContext, Observation } from '../../../../kernel/index.ts';
import { violationsOf } from '../../check-rules.ts';
import { changedLater } from '../../loader/changed-later.ts';
import type { LoadedPackage } from '../../loader/loaded-package.ts';
import { sourceTree } from '../../loader/source-tree.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { otherFindings } from '../../superseded.ts';
import { extendedPrototype } from '../security/rules/extended-prototype.ts';
import { sideEffectRules } from './rules/side-effect-rules.ts';

/** The side effects of files during load, once for each kind and file. */
export async function* sideEffectViolations(loaded: LoadedPackage, context: CheckContext): AsyncGenerator<Observation> {
  const attempting = loaded.files.filter(({ attempts = [] }) => attempts.length > 0);
  if (attempting.length === 0) return;
  const extended = await extendedPrototypes(context);
  const files = attempting.map((file) => ({
    ...file,
    attempts: file.attempts?.filter(({ what }) => !extended.some((name) => isChangeOf(name, what))) ?? [],
  }));
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

/** Changes that cannot be undone are reported a second time. */
const isChangeOf = (name: string, what: string) => what.startsWith(`${name}.`) || what === changedLater;

/** Prototypes that the check `security` reports as changed in a source: `Array.prototype`. */
async function extendedPrototypes(context: CheckContext): Promise<string[]> {
  const { violations } = await context.service(sourceFacts);
  return violations.flatMap(({ code, message, bundled }) =>
    code === extendedPrototype.code && bundled === undefined ? (/^`([\w.]+)`/.exec(message)?.[1] ?? []) : [],
  );
}
