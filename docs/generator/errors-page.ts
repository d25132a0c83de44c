import { errorCatalogue } from '../../kernel/errors.ts';
import { prose } from '../../kernel/report/rule-markdown.ts';
import { generatedFrom, page } from './markdown.ts';

interface Entry {
  code: string;
  exit: 1 | 2;
  http?: number;
  message: string;
  next: string;
}

const entries: Entry[] = Object.entries(errorCatalogue).map(([code, entry]) => ({ code, ...entry }));

/** Generates docs/errors.md: troubleshooting by code. */
export function errorsPage(): string {
  return page([
    '# Errors by code',
    generatedFrom('`kernel/errors.ts`'),
    'Every error has a code. The command prints the message, the code and what to do to standard error, and exits with the exit code listed here. With `--json` it also prints the code as `error.code` to standard output. The cloud returns the code as `code` of a problem document (see [the API](api.md)), and the summary of a rejected run starts with it. `service explain <code>` prints the entries of this page. Parts in `{braces}` are placeholders.',
    'Codes of findings are in lowercase; see [Checks](checks.md).',
    ...section(
      'Errors of the cloud and of runs',
      entries.filter(({ http }) => http !== undefined),
    ),
    ...section(
      'Incorrect usage',
      entries.filter(({ http, exit }) => http === undefined && exit === 2),
    ),
    ...section(
      'Connection and operation',
      entries.filter(({ http, exit }) => http === undefined && exit === 1),
    ),
  ]);
}

function section(title: string, of: readonly Entry[]): string[] {
  return [`## ${title}`, ...of.flatMap(entryParts)];
}

function entryParts({ code, exit, http, message, next }: Entry): string[] {
  return [
    `### ${code}`,
    [
      `- Message: ${prose(message)}`,
      `- What to do: ${prose(next)}`,
      `- Exit code ${exit}${http ? `, HTTP status ${http}` : ''}`,
    ].join('\n'),
  ];
}
