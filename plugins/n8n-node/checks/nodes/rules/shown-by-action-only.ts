import { docs } from '../../../docs-links.ts';
import { holdsFor } from '../../../model/parameters/display-conditions.ts';
import { valuesOfHidden } from '../../../model/parameters/hidden-values.ts';
import type { Level } from '../../../model/parameters/parameter.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

export const shownByActionOnly: NodeRule = overVersions(
  {
    code: 'nodes-shown-by-action-only',
    title: 'Parameters are shown only if the node is added with an action',
    severity: 'warning',
    why: 'The editor gives a hidden parameter the value of the selected action. Where no action is selected, as for a tool of an AI agent, it keeps its default: users see none of the parameters, and the node does nothing that they describe.',
    fix: 'Set the default of the hidden parameter to the value that they are shown for.',
    bad: "{ name: 'resource', type: 'hidden', options: [{ name: 'Order', value: 'order' }], default: '' },\n{ name: 'operation', type: 'options', displayOptions: { show: { resource: ['order'] } } }",
    good: "{ name: 'resource', type: 'hidden', options: [{ name: 'Order', value: 'order' }], default: 'order' },\n{ name: 'operation', type: 'options', displayOptions: { show: { resource: ['order'] } } }",
    docs: docs.userInterface,
  },
  function* ({ parameters }) {
    for (const hidden of parameters.parameters) {
      const [initial, ...others] = valuesOfHidden(hidden) ?? [];
      if (parameters.named.get(hidden.name)?.[0] !== hidden) continue;
      const dependent = dependentOn(hidden.name, parameters);
      const isMetBy = (value: unknown) => dependent.filter(({ values }) => holdsFor(values, value) !== false);
      const [first] = others.flatMap((value) => (isMetBy(value).length > 0 ? [value] : []));
      // One of several of the name may have the value without an action.
      const defaults = (parameters.named.get(hidden.name) ?? []).map(({ raw }) => raw['default']);
      if (first === undefined || [initial, ...defaults].some((value) => isMetBy(value).length > 0)) continue;
      const names = [...new Set(isMetBy(first).map(({ name }) => `"${name}"`))];
      const [are, them] = names.length > 1 ? ['are', 'them'] : ['is', 'it'];
      yield {
        message: `${listed(names, { most: 4 })} ${are} shown only if an action sets "${hidden.name}" to ${shown(first)}: its type is "hidden", and its default ${shown(initial ?? '')} does not show ${them}`,
        about: { object: hidden.raw },
      };
    }
  },
);

/** What depends on the value of a parameter, and the values for which it is shown. */
const dependentOn = (name: string, { parameters }: Level) =>
  parameters.flatMap((one) =>
    (one.display?.show ?? []).flatMap(({ key, values }) =>
      key === name || key === `/${name}` ? [{ name: one.name, values }] : [],
    ),
  );
