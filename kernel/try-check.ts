import { type Check, type CheckContext, type Service, SkippedCheck } from './check.ts';
import { evidenceFrom } from './evidence.ts';
import { type Finding, inReadingOrder } from './finding.ts';
import { noKits } from './kits.ts';
import { readManifest } from './manifest.ts';
import { noMemory } from './memory.ts';
import { noPackages } from './packages.ts';
import { memoryFiles } from './project-files.ts';
import { findingOf } from './reported.ts';
import type { Sandbox } from './sandbox.ts';

/** Options of `tryCheck`. */
export interface TryCheckOptions
  extends Partial<Pick<CheckContext, 'mode' | 'projectType' | 'published' | 'signal' | 'sandbox' | 'kits'>> {
  /** Called with each line that the check logs. */
  log?(message: string): void;
  /** Called with each part that was not checked. */
  notChecked?(reason: string, what?: string): void;
}

/**
 * Runs a check on a project in memory, for tests of plugin authors. There are no limits, and no sandbox unless you pass one.
 * @param contents files by path; `package.json` becomes the manifest
 * @returns the findings, sorted and completed with the defaults of their rules
 * @throws {Error} errors of the check; if it skips the project; if it reports a code that none of its rules has
 */
export async function tryCheck(
  check: Check,
  contents: Readonly<Record<string, string | Uint8Array>>,
  { log, notChecked, ...given }: TryCheckOptions = {},
): Promise<Finding[]> {
  const files = memoryFiles(contents);
  const created = new Map<Service<unknown>, unknown>();
  const context: CheckContext = {
    mode: check.modes[0] ?? 'project',
    projectType: 'test',
    files,
    manifest: await readManifest(files),
    signal: new AbortController().signal,
    sandbox: noSandbox,
    memory: noMemory,
    packages: noPackages,
    kits: noKits,
    ...given,
    log: (message) => log?.(message),
    notChecked: (reason, what) => notChecked?.(reason, what),
    operation: () => {},
    compatibility: () => {},
    shipped: () => {},
    service: async <T>(service: Service<T>) => {
      const result = created.get(service) ?? service.create(context);
      created.set(service, result);
      // Only the result of `service.create` is stored under `service`.
      return result as Promise<T>;
    },
    skip: (reason) => {
      throw new SkippedCheck(`skipped: ${reason}`);
    },
  };
  const findings: Finding[] = [];
  const withEvidence = evidenceFrom(files);
  const rules = new Map(check.rules.map((rule) => [rule.code, rule]));
  let count = 0;
  for await (const observation of check.run(context)) {
    count += 1;
    findings.push(await withEvidence(findingOf(observation, rules, count)));
  }
  return inReadingOrder(findings);
}

const noSandbox: Sandbox = {
  isolation: 'none',
  run: () => Promise.reject(new Error('the check needs a sandbox; pass one in the options')),
};
