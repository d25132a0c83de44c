import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** What n8n's linter asks of the description of a node; files and triggers are in node-files.ts and trigger-nodes.ts. */
export const nodeClassRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/require-node-description-fields',
    title: 'The description of a node lacks its icon or subtitle',
    why: 'Without them the node stands on the canvas without a picture, or without saying what it does there.',
    fix: 'Add `icon` and `subtitle`.',
    bad: nodeFile({ subtitle: undefined }),
    good: nodeFile({ subtitle: "'Orders'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-missing-subtitle',
    title: 'A node with resource and operation has no subtitle made of text',
    why: 'On the canvas nobody sees which of its operations the node performs.',
    fix: 'Set `subtitle` to an expression that shows operation and resource.',
    bad: nodeFile({
      subtitle: 'subtitleOfOperation',
      properties:
        "[{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, options: [{ name: 'Send', value: 'send', action: 'Send an order' }], default: 'send' }]",
    }),
    good: nodeFile({
      subtitle: '\'={{ $parameter["operation"] }}\'',
      properties:
        "[{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, options: [{ name: 'Send', value: 'send', action: 'Send an order' }], default: 'send' }]",
    }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/icon-validation',
    title: 'The icon of a node or credential is not a file of the package',
    why: 'n8n serves the file that the icon names; a wrong path shows a broken picture.',
    fix: "Put the icon beside the node and name it 'file:<name>.svg'; light and dark are two files.",
    bad: nodeFile({ icon: "{ light: 'file:logo.svg', dark: 'file:acme.dark.svg' }" }),
    good: nodeFile({ icon: "{ light: 'file:acme.svg', dark: 'file:acme.dark.svg' }" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/icon-prefer-themed-variants',
    title: 'There is one icon for the light and the dark theme',
    severity: 'warning',
    why: 'A picture drawn for one background often vanishes on the other.',
    fix: "Give two files: { light: 'file:acme.svg', dark: 'file:acme.dark.svg' }.",
    bad: nodeFile({ icon: "'file:acme.svg'" }),
    good: nodeFile({ icon: "{ light: 'file:acme.svg', dark: 'file:acme.dark.svg' }" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-icon-not-svg',
    title: 'The icon of a node is not an SVG',
    why: 'Pixels blur when the canvas is zoomed; an SVG stays sharp.',
    fix: 'Use an SVG file.',
    bad: `// nodes/Acme/Acme.node.ts
export const description = { displayName: 'Acme', name: 'acme', icon: 'file:acme.png', group: ['transform'] };
`,
    good: `// nodes/Acme/Acme.node.ts
export const description = { displayName: 'Acme', name: 'acme', icon: 'file:acme.svg', group: ['transform'] };
`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-non-core-color-present',
    title: 'A node with an icon of its own sets a colour',
    why: 'The colour only tints the built-in icons of n8n; with a file it does nothing.',
    fix: 'Remove `color` from `defaults`.',
    bad: nodeFile({ defaults: "{ name: 'Acme', color: '#772244' }" }),
    good: nodeFile({ defaults: "{ name: 'Acme' }" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-empty-string',
    title: 'The description of a node is empty',
    why: 'It is the line that people read when they choose a node.',
    fix: 'Say in a few words what the node does.',
    bad: nodeFile({ description: "''" }),
    good: nodeFile({ description: "'Send and track orders'" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/node-usable-as-tool',
    title: 'usableAsTool is not set',
    why: 'n8n offers a node to agents only when it is declared usable as a tool; triggers and AI building blocks must not be.',
    fix: 'Set `usableAsTool: true`; leave it out of triggers and of nodes without a main output.',
    bad: nodeFile({ usableAsTool: undefined }),
    good: nodeFile({ usableAsTool: 'true' }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/node-connection-type-literal',
    title: 'Inputs or outputs are plain text',
    why: 'A misspelt connection type leaves the node without that connector; the constants of n8n-workflow cannot be misspelt.',
    fix: 'Use NodeConnectionTypes of n8n-workflow, for example NodeConnectionTypes.Main.',
    bad: nodeFile({ inputs: "['main']" }),
    good: nodeFile({ inputs: '[NodeConnectionTypes.Main]' }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/resource-operation-pattern',
    title: 'A node offers many operations in one list',
    severity: 'warning',
    why: 'More than five operations without a resource to choose first are hard to find your way in.',
    fix: 'Add a parameter `resource` and show the operations of the chosen one.',
    bad: nodeFile({
      properties: `[
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Archive', value: 'archive', action: 'Archive an order' },
          { name: 'Create', value: 'create', action: 'Create an order' },
          { name: 'Delete', value: 'delete', action: 'Delete an order' },
          { name: 'Get', value: 'get', action: 'Get an order' },
          { name: 'Get Many', value: 'getAll', action: 'Get many orders' },
          { name: 'Update', value: 'update', action: 'Update an order' },
        ],
        default: 'create',
      },
    ]`,
    }),
    good: nodeFile({
      properties: `[
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Create', value: 'create', action: 'Create an order' },
          { name: 'Get', value: 'get', action: 'Get an order' },
        ],
        default: 'create',
      },
    ]`,
    }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-emoji-in-options',
    title: 'A label contains an emoji',
    why: 'Emoji look different on every system and read badly aloud; the interface of n8n has none.',
    fix: 'Remove the emoji.',
    bad: nodeFile({ defaults: "{ name: 'Acme 🚀' }" }),
    good: nodeFile({ defaults: "{ name: 'Acme Rocket' }" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-builder-hint-leakage',
    title: 'A hint for the AI builder shows internal syntax',
    why: 'The builder repeats what it reads: raw expressions and connection names then end up where they do not work.',
    fix: 'Say it in words, or name the helpers of the SDK.',
    bad: "export const field = { builderHint: 'Pass ={{ $json.id }} as the order' };",
    good: "export const field = { builderHint: 'Pass the id of the incoming item as the order' };",
  }),
];
