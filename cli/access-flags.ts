import type { Arguments } from './arguments.ts';
import { connect, resolveAccess } from './client/access.ts';
import type { Cloud } from './client/cloud.ts';
import { printWarning } from './error-output.ts';
import type { Terminal } from './terminal.ts';

/** Creates a client from flags, environment and credentials file. @throws as `resolveAccess` */
export async function connectFromFlags(args: Arguments, terminal: Terminal, signal: AbortSignal): Promise<Cloud> {
  const { env } = process;
  const warn = (message: string) => printWarning(terminal, message);
  return connect(await resolveAccess(accessFlags(args), { env, warn, signal }), env);
}

/** Reads `--api-key` and `--base-url`. */
export function accessFlags(args: Arguments): { apiKey?: string; baseUrl?: string } {
  const apiKey = args.value('--api-key');
  const baseUrl = args.value('--base-url');
  return { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) };
}
