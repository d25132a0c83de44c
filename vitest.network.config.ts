import { defineConfig } from 'vitest/config';
import { kitsFolder } from './runner/kits/kits-folder.ts';

/** Tests that use the npm registry. */
export default defineConfig({
  test: {
    include: ['test/**/*.network.test.ts'],
    env: { SERVICE_KITS_DIR: kitsFolder() },
    setupFiles: 'test/use-lint-packages.ts',
    globalSetup: 'test/build-if-stale.ts',
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
