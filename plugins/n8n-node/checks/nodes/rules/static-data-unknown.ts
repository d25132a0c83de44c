import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import type { Rule } from '../../../rule.ts';
import type { AskSubject } from '../ask-subject.ts';

export const staticDataUnknown: Rule<AskSubject> = {
  code: 'nodes-static-data-unknown',
  title: 'Code reads static data that is never stored',
  severity: 'error',
  why: "No code stores this value, so it is undefined. n8n keeps what is stored under `'node'` for one node and what is stored under `'global'` for the workflow: one does not contain the other.",
  fix: 'Read the same key, from the same scope (`node` or `global`), that the code stores.',
  bad: "this.getWorkflowStaticData('node').webhookId = webhook.id;   // create\nconst { subscriptionId } = this.getWorkflowStaticData('node');   // delete",
  good: "this.getWorkflowStaticData('node').webhookId = webhook.id;   // create\nconst { webhookId } = this.getWorkflowStaticData('node');   // delete",
  docs: docs.nodeMethods,
  *check({ staticData }) {
    const keysOf = (use: string, uses = staticData) => new Set(uses.filter((one) => one.use === use).map(idOf));
    const stored = keysOf('stored');
    for (const [file, uses] of Map.groupBy(staticData, (one) => one.file)) {
      if (uses.some(({ use }) => use === 'whole')) continue;
      // What other nodes read is that of their own; a helper may read it for this one.
      const isOther = (one: string) => one !== file && /\.node\.[cm]?[jt]s$/.test(one);
      const read = keysOf(
        'read',
        staticData.filter((one) => !isOther(one.file)),
      );
      const unread = uses.filter((one) => one.use === 'stored' && !read.has(idOf(one)));
      const unknown = uses.filter((one) => one.use === 'read' && !stored.has(idOf(one)));
      for (const { scope, key, line, column } of new Map(unknown.map((one) => [idOf(one), one])).values()) {
        const isOpen = staticData.some((one) => one.use === 'whole' && one.scope === scope);
        // Alone, it may be what an earlier version of the node stored.
        const other = unread.find((one) => one.key === key) ?? (isOpen ? undefined : unread[0]);
        // Without its secret, a webhook does not check signatures; beside another one, it is that of an earlier version.
        const isSecret = secret.test(key) && !isOpen && ![...stored].some((id) => secret.test(id));
        if (!other && !isSecret) continue;
        const instead = other
          ? `${shown(other.key)} is stored in the ${other.scope} static data`
          : 'no code stores it there';
        const message = `${shown(key)} is read from the ${scope} static data, but ${instead}`;
        const alone = { severity: 'warning' as const, fix: 'Store it in `create` of `webhookMethods`.' };
        yield { message, file, line, column, evidence: key, ...(!other && alone) };
      }
    }
  },
};

const secret = /secret/i;

const idOf = ({ scope, key }: { scope: string; key: string }) => `${scope} ${key}`;
