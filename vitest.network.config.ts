import { defineConfig } from 'vitest/config';

/** Tests that use the npm registry. */
export default defineConfig({
  test: {
    include: ['test/**/*.network.test.ts'],
    globalSetup: 'test/build-if-stale.ts',
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
