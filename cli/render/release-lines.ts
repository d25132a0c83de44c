import { printable } from '../../kernel/printable.ts';
import { changeText, compatibilityOf } from '../../kernel/report/compatibility.ts';
import type { CheckReport } from '../../kernel/result.ts';
import type { Terminal } from '../terminal.ts';
import { wrap } from './wrap.ts';

/** Says what is different between the releases of the host that a run compared, also if nothing is. */
export function releaseLines(checks: readonly CheckReport[], { width }: Terminal): string[] {
  return compatibilityOf(checks).flatMap(({ host, releases, changes }) => {
    if (releases.length < 2) return [];
    const compared = `Compared ${host} ${releases.slice(0, -1).join(', ')} and ${releases.at(-1)}`;
    const texts = changes.map((change) => changeText(change, host));
    const head = changes.length === 0 ? `${compared}: the same nodes and credentials load` : `${compared}:`;
    return [
      ...wrap(printable(head), { indent: '', width }),
      ...texts.flatMap((text) => wrap(printable(text), { indent: '  ', width })),
      '',
    ];
  });
}
