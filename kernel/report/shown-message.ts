const mark = '[autofixable]';

/**
 * Returns the message of a finding as people read it: with `[autofixable]` exactly if `--fix` changes the file. n8n's lint
 * rules have the mark in their messages, also where they change nothing.
 */
export function shownMessage({ message, edit }: { message: string; edit?: unknown }): string {
  const unmarked = message.replaceAll(` ${mark}`, '').replaceAll(mark, '');
  return edit === undefined ? unmarked : `${unmarked} ${mark}`;
}
