import { defineConfig } from 'vitest/config';
import offline from './vitest.config.ts';

/** Tests with hostile projects, archives, requests and servers, and with processes and connections that are cut. */
export default defineConfig({
  ...offline,
  test: {
    ...offline.test,
    include: ['test/**/*.safety.test.ts'],
    exclude: ['**/node_modules/**'],
    reporters: ['./test/safety/case-reporter.ts'],
  },
});
