import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import offline from './vitest.config.ts';

const { SERVICE_OFFLINE: _, ...env } = offline.test?.env ?? {};

/** Tests that use the npm registry. */
export default defineConfig({
  ...offline,
  test: {
    include: ['test/**/*.network.test.ts'],
    env,
    setupFiles: 'test/use-lint-packages.ts',
    globalSetup: ['test/build-if-stale.ts', 'test/temporary-folder.ts'],
    sequence: { sequencer: LongestFirst },
    // Without it as many as there are cores but one: on two cores they would wait for the registry one after the other.
    maxWorkers: 3,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
