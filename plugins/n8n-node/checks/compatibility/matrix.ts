import type { LoadedFile } from '../../loader/loaded-package.ts';
import type { WorkflowVersion } from '../../n8n/workflow-versions.ts';
import type { TypeFault } from './types-against.ts';

interface Versions {
  current: WorkflowVersion;
  previous: WorkflowVersion;
  /** Undefined if the types were not checked. */
  types: readonly TypeFault[] | undefined;
}

/** Files in the table. */
const maxRows = 100;

/** The result of one file with one version. */
function verdict(file: LoadedFile | undefined): string {
  if (!file || file.unseen) return 'not checked';
  return file.problem ? 'fails to load' : 'loads';
}

/** A table with a row for each node and credential, and one for the types, and a column for each version. */
export function compatibilityLines(
  files: readonly { now: LoadedFile; before: LoadedFile | undefined }[],
  { current, previous, types }: Versions,
): string[] {
  const rows = files
    .slice(0, maxRows)
    .map(({ now, before }) => [(now.node ?? now.credential)?.name ?? now.path, verdict(before), verdict(now)]);
  const errors = types?.length === 0 ? 'no other errors' : `${types?.length} more errors`;
  const table = [
    ['n8n-workflow', previous.version, current.version],
    ...rows,
    ...(types ? [['types', errors, 'see "types"']] : []),
  ];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map(([name = '', before = '', now = '']) =>
    [name.padEnd(widths[0] ?? 0), before.padEnd(widths[1] ?? 0), now].join('  '),
  );
  return files.length > maxRows ? [...lines, `and ${files.length - maxRows} more`] : lines;
}
