import { printable } from '../kernel/printable.ts';
import { jsonText } from '../kernel/report/report.ts';
import { connectFromFlags } from './access-flags.ts';
import type { Cloud } from './client/cloud.ts';
import type { CommandModule, Invocation } from './command.ts';

/** Creates a command from a request to the cloud and the lines that show its response. */
export function cloudCommand<T extends object>(
  ask: (cloud: Cloud, invocation: Invocation) => Promise<T>,
  linesOf: (response: T) => string[],
): CommandModule {
  return {
    async run(invocation) {
      const { args, terminal } = invocation;
      const response = await ask(await connectFromFlags(args, terminal, invocation.interruption.signal), invocation);
      if (args.flag('--json')) terminal.document(jsonText(response));
      else for (const line of linesOf(response)) terminal.out(printable(line));
      return 0;
    },
  };
}
