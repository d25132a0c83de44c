import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { kitsFolder } from './runner/kits/kits-folder.ts';
import { LongestFirst } from './test/longest-first.ts';

// What children print is compared as text.
delete process.env['FORCE_COLOR'];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^.*\/sibling-module\.ts$/, replacement: join(import.meta.dirname, 'test/built-module.ts') },
      // Node.js cannot import its ES modules, so vitest would transform each of them, and warn that their sources are missing.
      { find: /^n8n-workflow$/, replacement: join(import.meta.dirname, 'node_modules/n8n-workflow/dist/cjs/index.js') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    env: {
      // Nothing is fetched that a test does not serve itself.
      SERVICE_OFFLINE: '1',
      // Installed by `npm ci`; tests only read it.
      SERVICE_KITS_DIR: kitsFolder(),
      // Judges find the product compiled, as those of the real command do.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/service-tests/judges'),
    },
    exclude: ['test/**/*.{network,safety}.test.ts', '**/node_modules/**'],
    setupFiles: 'test/use-lint-packages.ts',
    globalSetup: ['test/build-if-stale.ts', 'test/temporary-folder.ts', 'test/cloud/shared-postgres.ts'],
    sequence: { sequencer: LongestFirst },
    // Most tests wait for children: more of them than there are cores keep the cores busy. Still more make the machine look
    // overloaded, and files that then get no processor are not judged (loader/load-in-children.ts).
    maxWorkers: 4,
    // Files leave nothing behind that the next one in the same process could trip over.
    isolate: false,
    // They only end what hangs: machines are slow, or busy.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 600_000 } },
  },
});
