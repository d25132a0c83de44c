import type { JudgeRequest } from '../../judge/judge-request.ts';
import { kitsOf } from '../../judge/n8n-releases.ts';
import type { KitSource } from '../../kernel/kits.ts';
import { builtinTypes } from '../../plugins/builtin-types.ts';
import { installKit } from '../../runner/kits/install-kit.ts';
import type { Run } from '../store/runs.ts';

/**
 * Installs what a run needs besides the kits of its project type: another release of n8n, or the kits of the next ruleset.
 * @returns the kits to verify with, if not those of the ruleset
 * @throws {ServiceError} UNKNOWN_RELEASE, KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER
 */
export async function runKits(
  { n8n, ruleset, projectType }: Run,
  { log, signal }: { log(line: string): void; signal: AbortSignal },
): Promise<JudgeRequest['kits']> {
  const releases = n8n === undefined ? [] : await kitsOf([n8n], { offline: false, log });
  for (const kit of [...releases, ...(ruleset === 'next' ? nextKitsOf(projectType) : [])])
    await installKit(kit, { signal, onStart: () => log(`Installing ${kit.name}, which may take some minutes`) });
  return n8n === undefined ? undefined : releases.map(({ name, lock }) => ({ name, lock: lock.href }));
}

function nextKitsOf(projectType: string): readonly KitSource[] {
  const types = builtinTypes.flatMap(({ projectTypes = [] }) => projectTypes);
  return types.find(({ name }) => name === projectType)?.nextKits ?? [];
}
