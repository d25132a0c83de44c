import { once } from 'node:events';
import type { Invocation } from '../command.ts';
import { withLocatedDocs } from '../located-docs.ts';
import { LspServer } from '../lsp/lsp-server.ts';

/** `service lsp`: a language server on standard input and output, until the editor leaves. */
export async function run({ terminal, interruption }: Invocation): Promise<number> {
  interruption.expect();
  const { stdin, stdout } = process;
  const left = once(stdin, 'end', { signal: interruption.signal }).catch(() => {});
  const server = new LspServer(stdin, stdout, process.cwd());
  if (stdin.isTTY)
    terminal.err(
      withLocatedDocs('Waiting for an editor on standard input; docs/editors.md says how to configure one.'),
    );
  const exitCode = await Promise.race([server.exited, left.then(() => server.exitCode)]);
  await server.close();
  stdin.pause();
  return interruption.signal.aborted ? 0 : exitCode;
}
