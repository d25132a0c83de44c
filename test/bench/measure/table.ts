import type { Cost, Measurement, Row } from './row.ts';

/** A row with its measurement, or the reason why it failed. */
export interface Measured {
  row: Row;
  measurement?: Measurement;
  failure?: string;
}

const head = ['what', 'wall', 'CPU', 'memory', 'against', 'its wall', 'its CPU', 'figure', 'bound', 'met'];

/** Formats the table as Markdown. */
export function tableOf(measured: readonly Measured[]): string {
  const rows = [head, head.map(() => '---'), ...measured.map(cellsOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ row, measurement, failure }: Measured): string[] {
  if (!measurement) return [row.what, ...head.slice(2).map(() => ''), `not measured: ${failure}`];
  const { ours, against, figure, bound, met } = measurement;
  const peer = against ? [against.what, ...timesOf(against.cost)] : ['', '', ''];
  return [row.what, ...timesOf(ours), mib(ours.memory), ...peer, figure, bound, met ? 'yes' : '**no**'];
}

const timesOf = ({ wall, cpu }: Cost) => [seconds(wall), seconds(cpu)];
const seconds = (ms: number | undefined) =>
  ms === undefined || Number.isNaN(ms) ? '' : `${(ms / 1000).toFixed(ms < 1000 ? 3 : 2)} s`;
const mib = (memory: number | undefined) => (memory === undefined ? '' : `${Math.round(memory)} MiB`);

const begin = '<!-- npm run bench: from here -->';
const end = '<!-- npm run bench: to here -->';

/**
 * Replaces the text between the two markers of a page.
 * @throws {Error} if the page has no markers
 */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no "${begin}" before "${end}"`);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}
