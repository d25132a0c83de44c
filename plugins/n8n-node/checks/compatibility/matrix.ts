import { compare } from 'semver';
import { changeText } from '../../../../kernel/report/compatibility.ts';
import type { Compatibility } from '../../../../kernel/result.ts';
import type { LoadedFile } from '../../loader/loaded-package.ts';
import type { Release } from '../../n8n/release.ts';

/** How a package fares with one release of n8n. */
export interface Column {
  release: Release;
  /** In the order of the declarations, the same in each column. */
  files: readonly JudgedFile[];
  /** Undefined if the types were not checked. */
  types: string | undefined;
}

/** A file, and whether something else than n8n may be why it fails to load. */
export interface JudgedFile extends LoadedFile {
  isUnclear?: boolean;
}

/** Files in the table. */
const maxRows = 100;

const unknown = 'not checked';

/** The result of one file with one release. */
function verdict(file: JudgedFile | undefined): string {
  if (!file || file.unseen || file.isUnclear) return unknown;
  return file.problem ? 'fails to load' : 'loads';
}

/**
 * A table with a row for each node and credential, and one for the types, and a column for each release, the oldest first;
 * and what is different in a release from the one before.
 * @param given the current release first
 */
export function compatibilityTable(given: readonly Column[]): Compatibility {
  const columns = given.toSorted((one, other) => compare(one.release.n8n, other.release.n8n));
  const [current] = given;
  const files = current?.files.slice(0, maxRows) ?? [];
  const rows = files.map(({ node, credential, path }, index) => ({
    name: (node ?? credential)?.name ?? path,
    results: columns.map((column) => verdict(column.files[index])),
  }));
  const omitted = (current?.files.length ?? 0) - files.length;
  const isTyped = given.slice(1).some(({ types }) => types !== undefined);
  const types = { name: 'types', results: columns.map(({ types = unknown }) => types) };
  const packages = { name: 'n8n-workflow', results: columns.map(({ release }) => release.workflow) };
  return {
    host: 'n8n',
    releases: columns.map(({ release }) => release.n8n),
    rows: [packages, ...rows, ...(isTyped ? [types] : [])],
    ...(omitted > 0 && { omitted }),
    changes: changes(columns, rows),
  };
}

/** The table as lines of text. */
export function compatibilityLines({ host, releases, rows, omitted, changes }: Compatibility): string[] {
  const table = [[host, ...releases], ...rows.map(({ name, results }) => [name, ...results])];
  const widths = [...(table[0] ?? []).keys()].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return [
    ...table.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    ...(omitted === undefined ? [] : [`and ${omitted} more`]),
    ...changes.map((change) => changeText(change, host)),
  ];
}

function changes(columns: readonly Column[], rows: Compatibility['rows']): Compatibility['changes'] {
  return columns.flatMap(({ release }, index) =>
    rows.flatMap(({ name, results }) => {
      const [before, now] = [results[index - 1], results[index]];
      return before === undefined || now === undefined || before === now || [before, now].includes(unknown)
        ? []
        : [{ release: release.n8n, name, before, now }];
    }),
  );
}
