import lintProgram from '../../../../plugins/n8n-node/lint/lint-program.ts';
import type { LintOrder } from './lint-process.ts';

/** The other side of lint-process.ts. */
process.on('message', async ({ place, input }: LintOrder) => {
  try {
    process.send?.({ output: await lintProgram(place, input) });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
