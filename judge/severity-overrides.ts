import { definePlugin, type Plugin } from '../kernel/plugin.ts';
import type { JudgeRequest } from './judge-request.ts';

const name = 'severity-overrides';

/**
 * Applies `rules` of the configuration: sets the severity of findings by code, or drops them. Records each rule that differs from
 * its default, even without findings.
 */
export function severityOverrides(rules: NonNullable<JudgeRequest['rules']>): Plugin {
  const settings = new Map(Object.entries(rules));
  return definePlugin({
    name,
    apply(kernel) {
      kernel.hooks.run.tap(name, ({ projectType, mode, ruleChanged }) => {
        for (const { code, severity } of kernel.checks(projectType, mode).flatMap((check) => check.rules)) {
          const setting = settings.get(code);
          if (setting !== undefined && setting !== severity) ruleChanged(code, setting);
        }
      });
      kernel.hooks.finding.tap(name, (finding, { ruleChanged }) => {
        const setting = finding && settings.get(finding.code);
        if (!setting || !finding || setting === finding.severity) return finding;
        ruleChanged(finding.code, setting);
        return setting === 'off' ? null : { ...finding, severity: setting };
      });
    },
  });
}
