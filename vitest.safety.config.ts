import { defineConfig } from 'vitest/config';
import offline from './vitest.config.ts';

/** Tests with hostile projects, archives, requests and servers, and with processes and connections that are cut. */
export default defineConfig({
  ...offline,
  test: {
    ...offline.test,
    include: ['test/**/*.safety.test.ts'],
    exclude: ['**/node_modules/**'],
    // Processes that compute for ever are judged by their processor time: others must leave them some.
    maxWorkers: 3,
    // On an overloaded machine, no time limit proves anything (loader/load-in-children.ts).
    maxConcurrency: 3,
    reporters: ['./test/safety/case-reporter.ts'],
  },
});
