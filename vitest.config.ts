import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: [{ find: /^.*\/sibling-module\.ts$/, replacement: join(import.meta.dirname, 'test/built-module.ts') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Nothing is fetched that a test does not serve itself.
    env: { SERVICE_OFFLINE: '1' },
    exclude: ['test/**/*.network.test.ts', '**/node_modules/**'],
    globalSetup: ['test/build-if-stale.ts', 'test/temporary-folder.ts', 'test/cloud/shared-postgres.ts'],
    // Most tests wait for children: more of them than there are cores keep the cores busy.
    maxWorkers: 4,
    // Files leave nothing behind that the next one in the same process could trip over.
    isolate: false,
    // Where a machine that others use too decides whether a change lands, one slow moment must not.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
