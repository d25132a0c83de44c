import { definePlugin, type Plugin } from '../kernel/plugin.ts';
import type { ProjectConfig } from './project-config.ts';

type Rules = NonNullable<ProjectConfig['rules']>;

/** The `rules` of a project's configuration: findings of these codes get that severity, or are dropped. */
export function severityOverrides(rules: Rules): Plugin {
  const wanted = new Map(Object.entries(rules));
  return definePlugin({
    name: 'severity-overrides',
    apply(kernel) {
      kernel.hooks.finding.tap('severity-overrides', (finding) => {
        const severity = finding && wanted.get(finding.code);
        if (!severity || !finding) return finding;
        return severity === 'off' ? null : { ...finding, severity };
      });
    },
  });
}
