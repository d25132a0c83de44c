import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';

export const entryLost = overOperations({
  code: 'behaviour-entry-lost',
  title: 'Only one of several entries is sent',
  severity: 'error',
  why: 'Users can add several entries to the fixed collection. The request has only the first or the last of them, and the others are silently lost.',
  fix: 'Loop over all entries, and send each under an index or a key of its own.',
  bad: "for (const { field } of entries) qs['filters[0][field]'] = field;",
  good: "for (const [index, { field }] of entries.entries()) qs['filters[' + index + '][field]'] = field;",
  docs: docs.uiElements,
  fault({ trace: { lostEntries: [first] = [] } }) {
    return (
      first && {
        what: `of several entries of ${shown(first.name)}, only the ${first.sent} one is sent`,
        parameter: first.name,
      }
    );
  },
});

export const selectionLost = overOperations({
  code: 'behaviour-selection-lost',
  title: 'Only one of several selected options is sent',
  severity: 'error',
  why: 'Users can select several options of the parameter, or read that they can enter several values with commas between them. The request has only the first or the last of them, and the others are silently lost.',
  fix: 'Send all selected values in the format that the API documents: an array in JSON, a comma-separated string in a query, or `append` instead of `set` in a form.',
  bad: "for (const format of formats) form.set('format', format);",
  good: "for (const format of formats) form.append('format', format);",
  docs: docs.nodeMethods,
  fault({ trace: { partlySent = [] } }) {
    const [{ sent } = { sent: 'last' }, ...others] = partlySent;
    if (partlySent.length === 0) return undefined;
    const which = others.every((one) => one.sent === sent) ? sent : 'first or last';
    const values = partlySent.some(({ isText }) => isText) ? 'values in' : 'options selected in';
    return `of several ${values} ${listed(partlySent.map(({ name }) => shown(name)))}, only the ${which} one is sent`;
  },
});

export const listJoined = overOperations({
  code: 'behaviour-list-joined',
  title: 'List is sent as a comma-separated text',
  severity: 'warning',
  why: 'The values of the parameter are sent as one text, although the same field is a list if nothing is selected, or the opposite parameter is sent as a list, for example `includeDomains` and `excludeDomains`. An API that takes a list rejects the text, or looks for a single value with commas in it.',
  fix: 'Send the values as an array in all cases.',
  bad: "body.sources = selected.length > 0 ? selected.join(',') : allSources;",
  good: 'body.sources = selected.length > 0 ? selected : allSources;',
  docs: docs.nodeMethods,
  fault({ trace: { joined: [first] = [] } }) {
    if (!first) return undefined;
    const { name, key, other } = first;
    const otherwise =
      other === undefined ? 'but as a list if nothing is selected' : `but those of ${shown(other)} as a list`;
    return {
      what: `the values of ${shown(name)} are sent as one text with commas in ${shown(key)}, ${otherwise}`,
      parameter: name,
    };
  },
});
