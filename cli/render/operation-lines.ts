import { printable } from '../../kernel/printable.ts';
import { operationCounts, operationName, operationsByNode, outputText } from '../../kernel/report/count-operations.ts';
import type { CheckReport, Operation } from '../../kernel/result.ts';
import type { Terminal } from '../terminal.ts';
import { wrap } from './wrap.ts';

/**
 * Formats the operations that the checks ran: one line with the counts, or a table by node.
 * @param table `--operations`
 */
export function operationLines(checks: readonly CheckReport[], terminal: Terminal, table: boolean): string[] {
  const operations = checks.flatMap((check) => check.operations ?? []);
  const counts = operationCounts(operations);
  if (counts === '') return table ? ['No operations were run', ''] : [];
  const { bold } = terminal.colors;
  const summary = wrap(printable(counts), { indent: '', width: terminal.width });
  if (!table) return [...summary, ''];
  const nodes = operationsByNode(operations).flatMap(({ node, version, operations: all }) => [
    bold(`${printable(node)} v${version}`),
    ...all.flatMap((operation) => rowOf(operation, terminal)),
    '',
  ]);
  return [...nodes, ...summary, ''];
}

/** `✓ shipment: create  output: 3 items, paired`, then a line for each request; or why it was not exercised. */
function rowOf(operation: Operation, terminal: Terminal): string[] {
  const { green, yellow, dim } = terminal.colors;
  const { outcome, reason, requests } = operation;
  const isExercised = outcome === 'exercised';
  const result = isExercised ? outputText(operation) : `${outcome}${reason === undefined ? '' : `: ${reason}`}`;
  const text = [operationName(operation) || 'execute', ...(result === undefined ? [] : [result])].join('  ');
  const [first = '', ...rest] = wrap(printable(text), { indent: '      ', width: terminal.width });
  return [
    `  ${isExercised ? green('✓') : yellow('-')} ${first.trimStart()}`,
    ...rest,
    ...requests.map(({ method, url, credential }) =>
      dim(`      ${printable([method, url, ...(credential === undefined ? [] : [`with ${credential}`])].join(' '))}`),
    ),
  ];
}
