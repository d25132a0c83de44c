import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import type { Rule } from '../../../rule.ts';
import type { AskSubject } from '../ask-subject.ts';

export const staticDataGlobal: Rule<AskSubject> = {
  code: 'nodes-static-data-global',
  title: 'Trigger stores its state in the static data of the workflow',
  severity: 'warning',
  why: "All nodes of a workflow share what is stored under `'global'`. If a workflow has two of these triggers, each overwrites the state of the other: events are missed, or webhooks are never removed.",
  fix: "Use `this.getWorkflowStaticData('node')`.",
  bad: "const state = this.getWorkflowStaticData('global');\nstate.lastPoll = now;",
  good: "const state = this.getWorkflowStaticData('node');\nstate.lastPoll = now;",
  docs: docs.nodeMethods,
  *check({ staticData }) {
    const shared = staticData.filter(({ scope, file }) => scope === 'global' && /trigger[^/]*$/i.test(file));
    const read = new Set(shared.flatMap(({ use, key }) => (use === 'read' ? [key] : [])));
    for (const [file, all] of Map.groupBy(shared, (one) => one.file)) {
      const first = all.find(({ use, key }) => use === 'stored' && read.has(key));
      if (!first) continue;
      const { key, line, column } = first;
      yield { message: `${shown(key)} is stored in the global static data`, file, line, column, evidence: key };
    }
  },
};
