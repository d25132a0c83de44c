import { docs } from '../../../docs-links.ts';
import { hasNoUse, isFilledIn } from '../../../model/parameters/has-no-use.ts';
import { shown } from '../../../model/parameters/plain.ts';
import type { Rule } from '../../../rule.ts';
import { type AskSubject, versionsOf } from '../ask-subject.ts';

export const parameterValueUnused: Rule<AskSubject> = {
  code: 'nodes-parameter-value-unused',
  title: 'Value of a parameter is read, but not used',
  severity: 'warning',
  why: 'n8n shows the parameter, and users fill it in, but the code does nothing with the variable that gets its value: what they enter is ignored.',
  fix: 'Use the value, for example send it with the request, or remove the parameter.',
  bad: "const note = this.getNodeParameter('note', i) as string;\nawait send({ id });",
  good: "const note = this.getNodeParameter('note', i) as string;\nawait send({ id, note });",
  docs: docs.nodeMethods,
  *check({ asks, all, timesMentioned }) {
    const levels = versionsOf(all).map(({ parameters }) => parameters);
    if (levels.length === 0 || !levels.every(({ complete }) => complete)) return;
    const reads = Map.groupBy(
      asks.filter(({ kind }) => kind === 'parameter'),
      ({ name }) => name,
    );
    for (const [name, [first, ...more]] of reads) {
      if (!first || name === 'resource' || name === 'operation') continue;
      const isRead = [first, ...more].some(({ isUnused }) => !isUnused) || timesMentioned(name) > more.length + 1;
      const parameters = levels.flatMap(({ named }) => named.get(name) ?? []);
      if (isRead || !parameters.some((one) => isFilledIn(one.type) && !hasNoUse(one))) continue;
      const { file, line, column } = first;
      yield { message: `The value of ${shown(name)} is read, but not used`, file, line, column, evidence: name };
    }
  },
};
