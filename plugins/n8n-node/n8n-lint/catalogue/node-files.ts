import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** How n8n wants the files and names of nodes, and the names that triggers bear. */
export const nodeFileRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-filename-against-convention',
    title: 'The file of a node is not named for the node',
    why: "n8n finds the class and the codex by the file's name; with another one the node does not load or shows no help.",
    fix: 'Name the file after `name`, with a capital letter: acme is in Acme.node.ts.',
    bad: nodeFile({ name: "'acmeOrders'" }),
    good: nodeFile({ name: "'acme'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-dirname-against-convention',
    title: 'The folder of a node is not named for the node',
    why: 'Node, icon and codex are looked for together, in the folder that bears the name.',
    fix: 'Move the node into a folder of its name.',
    bad: `// nodes/Shop/Shop.node.ts
export class Shop {}
// nodes/Shop/Acme.node.ts
export class Acme {}
`,
    good: `// nodes/Acme/AcmeShop.node.ts
export class AcmeShop {}
`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-name-miscased',
    title: 'The name of a node is not in camel case',
    why: 'Workflows keep this name for ever; all of n8n writes it as acmeOrders.',
    fix: 'Write `name` in camel case, before the first release.',
    bad: `// nodes/Acme/Acme-orders.node.ts
export const description = { displayName: 'Acme Orders', name: 'acme-orders', group: ['transform'] };
`,
    good: `// nodes/Acme/AcmeOrders.node.ts
export const description = { displayName: 'Acme Orders', name: 'acmeOrders', group: ['transform'] };
`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-resource-description-filename-against-convention',
    title: 'The file with the fields of a resource has a plural name',
    why: 'A resource is one thing: the options say Order, and its file is OrderDescription.ts.',
    fix: 'Use the singular.',
    bad: `// nodes/Acme/acme-ordersDescription.ts
export const note = { displayName: 'Note', name: 'note', type: 'string', default: '' };
`,
    good: `// nodes/Acme/acme-orderDescription.ts
export const note = { displayName: 'Note', name: 'note', type: 'string', default: '' };
`,
  }),
  n8nRule({
    code: '@n8n/community-nodes/trigger-node-conventions',
    title: 'A trigger is not named as one, or has inputs',
    why: 'People and n8n tell triggers by the word Trigger; nothing can flow into a node that starts a workflow.',
    fix: 'End `name` and `displayName` with Trigger and set `inputs` to [].',
    bad: nodeFile({ displayName: "'Acme'" }, { name: 'AcmeTrigger' }),
    good: nodeFile({ displayName: "'Acme Trigger'" }, { name: 'AcmeTrigger' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-display-name-unsuffixed-trigger-node',
    title: 'The label of a trigger does not end with Trigger',
    why: 'In the list of nodes the ending is what tells the trigger from the node of the same service.',
    fix: 'End `displayName` with Trigger.',
    bad: nodeFile({ displayName: "'Acme Trigger for Orders'" }, { name: 'AcmeTrigger' }),
    good: nodeFile({ displayName: "'Acme Orders Trigger'" }, { name: 'AcmeTrigger' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-name-unsuffixed-trigger-node',
    title: 'The name of a trigger does not end with Trigger',
    why: 'n8n keeps nodes of one name apart by it, in workflows and on disk.',
    fix: 'End `name` with Trigger.',
    bad: `// nodes/Acme/AcmeTrigger.node.ts
export const description = { displayName: 'Acme Trigger', name: 'acme', group: ['trigger'], inputs: [] };
`,
    good: `// nodes/Acme/AcmeTrigger.node.ts
export const description = { displayName: 'Acme Trigger', name: 'acmeTrigger', group: ['trigger'], inputs: [] };
`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-inputs-wrong-trigger-node',
    title: 'A trigger has inputs',
    why: 'Nothing can flow into a node that starts a workflow.',
    fix: 'Set `inputs` to [].',
    bad: `// nodes/Acme/AcmeTrigger.node.ts
export const description = { displayName: 'Acme Trigger', name: 'acmeTrigger', group: ['trigger'], inputs: ['main'] };
`,
    good: `// nodes/Acme/AcmeTrigger.node.ts
export const description = { displayName: 'Acme Trigger', name: 'acmeTrigger', group: ['trigger'], inputs: [] };
`,
  }),
];
