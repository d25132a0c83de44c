import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take the longest, longest first. Vitest knows how long files take only from an earlier run: in a clean
 * checkout it goes by their size, and short texts that verify whole projects would run at the end, beside idle cores.
 */
const longest = [
  'cli/real-packages.network',
  'plugins/n8n-node/findings-on-real-packages.network',
  'plugins/n8n-node/loader/n8n-core.network',
  'published-package.network',
  'cli/compatibility-table.network',
  'docs/commands.network',
  'cli/verify-ruleset.network',
  'plugins/n8n-node/shared-rules/real-packages.network',
  'cli/end-to-end',
  'seeded-faults/seeded-faults',
  'runner/sandbox/hostile-cases',
  'cloud/server/packages',
  'safety/http',
  'cloud/processes',
  'cloud/pages/browser',
  'safety/projects',
  'plugins/n8n-node/behaviour/remembered-runs',
  'cloud/backup/backup',
  'cloud/faults',
  'safety/at-load',
  'safety/client',
  'examples/ci',
  'cloud/server/routes',
  'cloud/worker/hostile-runs',
  'plugins/n8n-node/checks/behaviour/behaviour',
  'plugins/n8n-node/hostile-projects',
  'cli/behaviour-settings',
  'cli/client/hostile-cloud',
  'cloud/pages/badge',
  'cloud/isolation-required',
  'cloud/store/fair-queue',
  'cloud/pages/package-page',
  'cloud/webhooks/webhooks',
  'plugins/n8n-node/checks/load/load-rules',
  'cloud/worker/run-kits',
  'cloud/worker/drain',
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
