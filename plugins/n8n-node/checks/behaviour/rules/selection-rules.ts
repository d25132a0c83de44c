import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';

export const selectionLost = overOperations({
  code: 'behaviour-selection-lost',
  title: 'Only one of several selected options is sent',
  severity: 'error',
  why: 'Users can select several options of the parameter. The request has only the first or the last of them, and the others are silently lost.',
  fix: 'Send all selected values in the format that the API documents: an array in JSON, a comma-separated string in a query, or `append` instead of `set` in a form.',
  bad: "for (const format of formats) form.set('format', format);",
  good: "for (const format of formats) form.append('format', format);",
  docs: docs.nodeMethods,
  fault({ trace: { partlySent = [] } }) {
    const [{ sent } = { sent: 'last' }, ...others] = partlySent;
    if (partlySent.length === 0) return undefined;
    const which = others.every((one) => one.sent === sent) ? sent : 'first or last';
    return `of several options selected in ${listed(partlySent.map(({ name }) => shown(name)))}, only the ${which} one is sent`;
  },
});
