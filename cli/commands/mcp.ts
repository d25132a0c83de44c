import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Invocation } from '../command.ts';
import { withLocatedDocs } from '../located-docs.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';

/** `service mcp`: an MCP server on standard input and output, until the client leaves. */
export async function run({ terminal, interruption }: Invocation): Promise<number> {
  interruption.expect();
  const { server, idle } = createMcpServer(process.cwd());
  server.onerror = ({ message }) => terminal.err(message);
  const ended = once(process.stdin, 'end', { signal: interruption.signal }).catch(() => {});
  await server.connect(new StdioServerTransport());
  if (process.stdin.isTTY)
    terminal.err(
      withLocatedDocs('Waiting for an MCP client on standard input; docs/editors.md says how to configure one.'),
    );
  await ended;
  // Cancels the calls that are not answered.
  await server.close();
  await idle();
  return 0;
}
