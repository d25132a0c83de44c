import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { wordsOf } from '../../../model/words.ts';
import type { Rule } from '../../../rule.ts';
import { type AskSubject, versionsOf } from '../ask-subject.ts';

/** Words in the names of what a trigger goes on from, or removes, and not of a token. */
const words = new Set(
  'last since cursor seen known processed poll polled offset checkpoint webhook subscription hook'.split(' '),
);
const isState = (key: string) =>
  !/token|expir|auth|session|secret|cache/i.test(key) && wordsOf(key).some((word) => words.has(word));

export const staticDataGlobal: Rule<AskSubject> = {
  code: 'nodes-static-data-global',
  title: 'Trigger stores its state in the static data of the workflow',
  severity: 'warning',
  why: "All nodes of a workflow share what is stored under `'global'`. If a workflow has two of these triggers, each overwrites the state of the other: events are missed, or webhooks are never removed.",
  fix: "Use `this.getWorkflowStaticData('node')`.",
  bad: "const state = this.getWorkflowStaticData('global');\nstate.lastPoll = now;",
  good: "const state = this.getWorkflowStaticData('node');\nstate.lastPoll = now;",
  docs: docs.nodeMethods,
  *check({ staticData, all: described }) {
    // n8n lets nobody add a second one.
    if (versionsOf(described).some(({ description }) => description['maxNodes'] === 1)) return;
    const global = staticData.filter(({ scope }) => scope === 'global');
    const isOfTrigger = ({ file }: { file: string }) => /trigger[^/]*$/i.test(file);
    // What another node reads has to be shared with it.
    const elsewhere = new Set(global.filter((one) => !isOfTrigger(one)).map(({ key }) => key));
    const shared = elsewhere.has('') ? [] : global.filter((one) => isOfTrigger(one) && !elsewhere.has(one.key));
    const read = new Set(shared.flatMap(({ use, key }) => (use === 'read' && isState(key) ? [key] : [])));
    for (const [file, all] of Map.groupBy(shared, (one) => one.file)) {
      const first = all.find(({ use, key }) => use === 'stored' && read.has(key));
      if (!first) continue;
      const { key, line, column } = first;
      yield { message: `${shown(key)} is stored in the global static data`, file, line, column, evidence: key };
    }
  },
};
