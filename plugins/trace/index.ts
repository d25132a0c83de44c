import { debuglog } from 'node:util';
import { definePlugin } from '../../kernel/plugin.ts';
import { printable } from '../../kernel/printable.ts';
import { outcomeOf } from '../../kernel/result.ts';

const name = 'trace';
const write = debuglog('service');

/**
 * Writes the events of a run to standard error when the environment has `NODE_DEBUG=service`: for
 * finding out where a run spends its time, and which plugin saw what. Silent otherwise.
 */
export const tracePlugin = definePlugin({
  name,
  apply({ hooks }) {
    hooks.run.tap(name, ({ packageName, projectType, mode }) => {
      write('%s: run as %s (%s)', printable(packageName), projectType, mode);
    });
    hooks.checkStart.tap(name, (_, check) => write('%s: began', check.name));
    hooks.checkEnd.tap(name, (_, report) => {
      const { name: check, findings, duration } = report;
      write('%s: %s after %d ms, findings: %d', check, outcomeOf(report), duration, findings.length);
    });
    hooks.log.tap(name, (_, { level, check = 'run', message }) => {
      write('%s: %s: %s', check, level, printable(message));
    });
    hooks.done.tap(name, ({ packageName }, { status, summary }) => {
      write('%s: %s: %s', printable(packageName), status, printable(summary));
    });
  },
});
