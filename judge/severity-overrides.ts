import { definePlugin, type Plugin } from '../kernel/plugin.ts';
import type { JudgeRequest } from './judge-request.ts';

const name = 'severity-overrides';

/**
 * The `rules` of a project's configuration: findings of these codes get that severity, or are dropped. The run is told
 * of each that is not set to what it is anyway, whether anything is found or not.
 */
export function severityOverrides(rules: NonNullable<JudgeRequest['rules']>): Plugin {
  const wanted = new Map(Object.entries(rules));
  return definePlugin({
    name,
    apply(kernel) {
      kernel.hooks.run.tap(name, ({ projectType, mode, ruleChanged }) => {
        for (const { code, severity } of kernel.checks(projectType, mode).flatMap((check) => check.rules)) {
          const setting = wanted.get(code);
          if (setting !== undefined && setting !== severity) ruleChanged(code, setting);
        }
      });
      kernel.hooks.finding.tap(name, (finding, { ruleChanged }) => {
        const setting = finding && wanted.get(finding.code);
        if (!setting || !finding || setting === finding.severity) return finding;
        ruleChanged(finding.code, setting);
        return setting === 'off' ? null : { ...finding, severity: setting };
      });
    },
  });
}
