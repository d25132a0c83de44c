import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { shownMessage } from '../../kernel/report/shown-message.ts';
import type { Terminal } from '../terminal.ts';
import { locationOf } from './check-lines.ts';
import { wrap } from './wrap.ts';

/**
 * Formats a finding for a list outside of its check: its location, what the list shows of it, and the first line of its message.
 * @param columns texts between the location and the message
 */
export function findingLines(finding: Finding, { width }: Terminal, columns: readonly string[] = []): string[] {
  const [message = ''] = shownMessage(finding).split('\n');
  const parts = [locationOf(finding), ...columns, printable(message)].filter((part) => part !== '');
  const [head = '', ...rest] = wrap(parts.join('  '), { indent: '    ', width });
  return [`  ${head.trimStart()}`, ...rest];
}
