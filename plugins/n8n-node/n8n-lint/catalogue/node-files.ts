import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** n8n's rules about files and names of nodes, and about triggers. */
export const nodeFileRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-filename-against-convention',
    title: 'File of the node is not named after the node',
    why: 'n8n finds the class and the codex by the file name. With another name, the node does not load or has no codex.',
    fix: "Name the file after `name`, with a capital first letter, and with it the class, the codex and the path in package.json: AcmeOrders.node.ts, `class AcmeOrders`, AcmeOrders.node.json and dist/nodes/Acme/AcmeOrders.node.js for `name: 'acmeOrders'`.",
    bad: nodeFile({ name: "'acmeOrders'" }),
    good: nodeFile({ name: "'acmeOrders'" }, { name: 'AcmeOrders' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-dirname-against-convention',
    title: 'Folder of the node is not named after the node',
    why: 'By convention, node, icon and codex are in a folder with the name of the node.',
    fix: 'Move the node to a folder with its name.',
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
    title: 'Node name is not in camelCase',
    why: 'Workflows store this name permanently, and all nodes of n8n use camelCase.',
    fix: 'Write `name` in camelCase, before the first release.',
    bad: `// nodes/Acme/Acme-orders.node.ts
export const description = { displayName: 'Acme Orders', name: 'acme-orders', group: ['transform'] };
`,
    good: `// nodes/Acme/AcmeOrders.node.ts
export const description = { displayName: 'Acme Orders', name: 'acmeOrders', group: ['transform'] };
`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-resource-description-filename-against-convention',
    title: 'File name of a resource description is plural',
    why: 'A resource is named after one object: OrderDescription.ts for the resource "Order".',
    fix: 'Use the singular form.',
    bad: `// nodes/Acme/acme-ordersDescription.ts
export const note = { displayName: 'Note', name: 'note', type: 'string', default: '' };
`,
    good: `// nodes/Acme/acme-orderDescription.ts
export const note = { displayName: 'Note', name: 'note', type: 'string', default: '' };
`,
  }),
  n8nRule({
    code: '@n8n/community-nodes/trigger-node-conventions',
    title: 'Trigger lacks the ending Trigger, or has inputs',
    why: 'Users and n8n recognize triggers by the ending. A node that starts a workflow has no inputs.',
    fix: 'End `name` and `displayName` with Trigger, and set `inputs` to [].',
    bad: nodeFile({ displayName: "'Acme'" }, { name: 'AcmeTrigger' }),
    good: nodeFile({ displayName: "'Acme Trigger'" }, { name: 'AcmeTrigger' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-display-name-unsuffixed-trigger-node',
    title: 'Label of the trigger does not end with Trigger',
    why: 'In the nodes panel, users tell the trigger from the node of the same service by this ending.',
    fix: 'End `displayName` with Trigger.',
    bad: nodeFile({ displayName: "'Acme Trigger for Orders'" }, { name: 'AcmeTrigger' }),
    good: nodeFile({ displayName: "'Acme Orders Trigger'" }, { name: 'AcmeTrigger' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-name-unsuffixed-trigger-node',
    title: 'Name of the trigger does not end with Trigger',
    why: 'n8n tells a trigger from the node of the same service by this ending.',
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
    title: 'Trigger has inputs',
    why: 'A node that starts a workflow has no inputs.',
    fix: 'Set `inputs` to [].',
    bad: `// nodes/Acme/AcmeTrigger.node.ts
export const description = { displayName: 'Acme Trigger', name: 'acmeTrigger', group: ['trigger'], inputs: ['main'] };
`,
    good: `// nodes/Acme/AcmeTrigger.node.ts
export const description = { displayName: 'Acme Trigger', name: 'acmeTrigger', group: ['trigger'], inputs: [] };
`,
  }),
];
