import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take the longest, longest first. Vitest knows how long files take only from an earlier run: in a clean
 * checkout it goes by their size, and short texts that verify whole projects would run at the end, beside idle cores.
 */
const longest = [
  'published-package.network',
  'cli/compatibility-table.network',
  'plugins/n8n-node/loader/n8n-core.network',
  'plugins/n8n-node/findings-on-real-packages.network',
  'docs/commands.network',
  'plugins/n8n-node/shared-rules/real-packages.network',
  'cli/real-packages.network',
  'cli/verify-ruleset.network',
  'plugins/n8n-node/loader/real-packages.network',
  'cli/end-to-end',
  'cloud/backup/backup',
  'cloud/pages/browser',
  'plugins/n8n-node/behaviour/remembered-runs',
  'cloud/processes',
  'cloud/worker/killed-worker.safety',
  'cloud/backup/killed-cloud.safety',
  'safety/http.safety',
  'safety/at-load.safety',
  'cloud/server/routes',
  'cloud/server/packages',
  'cloud/faults.safety',
  'safety/client.safety',
  'examples/ci',
  'seeded-faults/seeded-faults',
  'cloud/pages/run-page',
  'runner/sandbox/hostile-cases.safety',
  'safety/projects.safety',
  'cloud/worker/hostile-runs.safety',
  'plugins/n8n-node/loader/not-loaded',
  'safety/behaviour.safety',
  'cloud/pages/accessibility',
  'cli/mcp/mcp',
  'cloud/worker/run-kits',
  'plugins/n8n-node/checks/types/check',
  'judge/kept-judge',
  'cli/client/hostile-cloud.safety',
  'plugins/n8n-node/checks/behaviour/behaviour',
  'safety/growth.safety',
  'safety/store.safety',
  'cli/interruption.safety',
  'plugins/n8n-node/hostile-projects.safety',
  'plugins/n8n-node/shared-rules/reported-once',
  'plugins/n8n-node/checks/load/load-rules',
  'cloud/server/logs',
  'cli/verify-local',
  'cloud/server/errors',
  'cli/n8n-releases',
  'cloud/doctor/doctor',
  'cloud/server/metrics',
  'cloud/server/repositories',
  'plugins/n8n-node/typescript/type-check',
  'cloud/server/lifecycle',
  'cloud/webhooks/webhooks',
  'plugins/n8n-node/n8n-lint/catalogue/lint-rules',
  'plugins/n8n-node/loader/hostile-packages.safety',
  'plugins/n8n-node/checks/nodes/asks',
].map((name) => `/test/${name}.test.ts`);

/** Starts the longest test files first, so that all cores have work until the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
