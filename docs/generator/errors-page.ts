import { errorCatalogue } from '../../kernel/errors.ts';
import { generatedFrom, page, prose } from './markdown.ts';

interface Entry {
  code: string;
  exit: 1 | 2;
  http?: number;
  message: string;
  next: string;
}

const entries: Entry[] = Object.entries(errorCatalogue).map(([code, entry]) => ({ code, ...entry }));

/** docs/errors.md: troubleshooting by code. */
export function errorsPage(): string {
  return page([
    '# Errors by code',
    generatedFrom('`kernel/errors.ts`'),
    'Every error has a code. The command prints it on standard error with what to do, and ends with the exit status named here; with `--json` it is `error.code` on standard output. The cloud answers with it in `code` of a problem document ([the API](api.md)), and the summary of a rejected run begins with it. `service explain <code>` prints what stands here. What stands in `{braces}` is filled in.',
    'Codes of findings, in small letters, are in [Checks](checks.md).',
    ...section(
      'From the cloud, or as the end of a run',
      entries.filter(({ http }) => http !== undefined),
    ),
    ...section(
      'Wrong use of the command',
      entries.filter(({ http, exit }) => http === undefined && exit === 2),
    ),
    ...section(
      'Connecting and operating',
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
      `- Says: ${prose(message)}`,
      `- Do: ${prose(next)}`,
      `- Exit status ${exit}${http ? `; HTTP status ${http}` : ''}`,
    ].join('\n'),
  ];
}
