import type { LoadedFile } from '../../loader/loaded-package.ts';
import type { WorkflowVersion } from '../../n8n/workflow-versions.ts';
import type { TypeFault } from './types-against.ts';

interface Versions {
  current: WorkflowVersion;
  previous: WorkflowVersion;
  /** Undefined when they were not looked at. */
  types: readonly TypeFault[] | undefined;
}

/** Files that the matrix has lines for. */
const most = 100;

/** What is known of a file with one version. */
function verdict(file: LoadedFile | undefined): string {
  if (!file || file.unseen) return 'not seen';
  return file.problem ? 'does not load' : 'loads';
}

/** A line for each node and credential, with a column for each version; and one for the types. */
export function compatibilityLines(
  files: readonly { now: LoadedFile; before: LoadedFile | undefined }[],
  { current, previous, types }: Versions,
): string[] {
  const rows = files
    .slice(0, most)
    .map(({ now, before }) => [(now.node ?? now.credential)?.name ?? now.path, verdict(before), verdict(now)]);
  const wrong = types?.length === 0 ? 'no other errors' : `${types?.length} more errors`;
  const table = [
    ['n8n-workflow', previous.version, current.version],
    ...rows,
    ...(types ? [['types', wrong, 'see "types"']] : []),
  ];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map(([name = '', before = '', now = '']) =>
    [name.padEnd(widths[0] ?? 0), before.padEnd(widths[1] ?? 0), now].join('  '),
  );
  return files.length > most ? [...lines, `and ${files.length - most} more`] : lines;
}
