import type { Check, Early } from '../kernel/check.ts';
import type { RunEvent } from '../kernel/events.ts';
import { evidenceFrom } from '../kernel/evidence.ts';
import { inReadingOrder, toFinding } from '../kernel/finding.ts';
import type { RunInfo } from '../kernel/hooks.ts';
import type { Kernel } from '../kernel/plugin.ts';
import type { ProjectFiles } from '../kernel/project-files.ts';
import type { IgnoredFindings } from './ignored-findings.ts';

interface EarlyRun {
  /** Paths of files. */
  changed: readonly string[];
  checks: readonly Check[];
  files: ProjectFiles;
  kernel: Kernel;
  run: RunInfo;
  ignored: IgnoredFindings;
}

/** Emits the findings in changed files before their checks end. */
export function earlyFindings(
  { changed, checks, files, kernel, run, ignored }: EarlyRun,
  emit: (event: RunEvent) => void,
): Early {
  const rules = new Map(checks.flatMap((check) => check.rules.map((rule) => [rule.code, rule])));
  const withEvidence = evidenceFrom(files);
  // Their checks note the changes of rules.
  const unnoted: RunInfo = { ...run, ruleChanged: () => {} };
  return {
    files: new Set(changed),
    tell: async (read, observations) => {
      const findings = observations.flatMap((observation) => {
        const rule = rules.get(observation.code);
        const finding = rule && kernel.hooks.finding.call(toFinding(observation, rule), unnoted);
        return finding && !ignored.mayTake(finding) ? finding : [];
      });
      const shown = inReadingOrder(await Promise.all(findings.map(withEvidence)));
      emit({ type: 'early', files: [...read], findings: shown });
    },
  };
}
