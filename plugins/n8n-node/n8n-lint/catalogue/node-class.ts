import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** n8n's rules about the description of a node; those about files and triggers are in node-files.ts. */
const addIcon = "Add `icon: 'file:acme.svg'` to the description, and the file next to the node.";
const addSubtitle =
  "Add `subtitle` to the description: a text, such as 'Orders', or an expression with a parameter that the node has.";
const descriptionFields = '@n8n/community-nodes/require-node-description-fields';

/** How to fix what a message of n8n's linter says, where it says more than which rule is broken. */
export function fixFor({ code, message }: { code: string; message: string }): string | undefined {
  if (code !== descriptionFields) return undefined;
  const [lacksIcon, lacksSubtitle] = [message.includes('`icon`'), message.includes('`subtitle`')];
  if (lacksIcon === lacksSubtitle) return undefined;
  return lacksIcon ? addIcon : addSubtitle;
}

export const nodeClassRules: readonly Rule[] = [
  n8nRule({
    code: descriptionFields,
    title: 'Node description lacks an icon or a subtitle',
    why: 'Without them, the canvas shows the node without an icon, or without the operation it performs.',
    fix: `${addIcon} ${addSubtitle}`,
    bad: nodeFile({ subtitle: undefined }),
    good: nodeFile({ subtitle: "'Orders'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-missing-subtitle',
    title: 'Subtitle of a node with operations is missing or not a string literal',
    why: 'The canvas does not show which operation the node performs.',
    fix: 'Set `subtitle` to a string with an expression for the operation and the resource.',
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
    title: 'Icon is not a file of the package',
    why: 'n8n serves the icon file. If the path is wrong, it shows a broken image.',
    fix: "Copy the icon next to the node and set `icon` to 'file:<name>.svg', with different files for light and dark.",
    bad: nodeFile({ icon: "{ light: 'file:logo.svg', dark: 'file:acme.dark.svg' }" }),
    good: nodeFile({ icon: "{ light: 'file:acme.svg', dark: 'file:acme.dark.svg' }" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/icon-prefer-themed-variants',
    title: 'Icon has no variants for light and dark themes',
    severity: 'warning',
    why: 'An icon for one background is often hard to see on the other.',
    fix: "Set `icon` to two files: { light: 'file:acme.svg', dark: 'file:acme.dark.svg' }.",
    bad: nodeFile({ icon: "'file:acme.svg'" }),
    good: nodeFile({ icon: "{ light: 'file:acme.svg', dark: 'file:acme.dark.svg' }" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-icon-not-svg',
    title: 'Icon of the node is not an SVG',
    why: 'A bitmap blurs when the canvas is zoomed. An SVG stays sharp.',
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
    title: 'Node with an icon file sets a color',
    why: 'The color applies only to built-in icons of n8n. It has no effect on an icon file.',
    fix: 'Remove `color` from `defaults`.',
    bad: nodeFile({ defaults: "{ name: 'Acme', color: '#772244' }" }),
    good: nodeFile({ defaults: "{ name: 'Acme' }" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-empty-string',
    title: 'Description of the node is empty',
    why: 'Users read the description when they select a node.',
    fix: 'Describe in a few words what the node does.',
    bad: nodeFile({ description: "''" }),
    good: nodeFile({ description: "'Send and track orders'" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/node-usable-as-tool',
    title: 'usableAsTool is not set',
    why: 'AI agents can use a node only if usableAsTool is set. Triggers and AI sub-nodes must not set it.',
    fix: 'Set `usableAsTool: true`, but not for triggers and nodes without a main output.',
    bad: nodeFile({ usableAsTool: undefined }),
    good: nodeFile({ usableAsTool: 'true' }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/node-connection-type-literal',
    title: 'Connection type is a string literal',
    why: 'With a misspelled connection type, the node lacks the connector. TypeScript detects a misspelled constant.',
    fix: 'Use the constants of n8n-workflow, for example NodeConnectionTypes.Main.',
    bad: nodeFile({ inputs: "['main']" }),
    good: nodeFile({ inputs: '[NodeConnectionTypes.Main]' }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/resource-operation-pattern',
    title: 'Too many operations without resources',
    severity: 'warning',
    why: 'Users find an operation faster if more than five operations are grouped by resource.',
    fix: 'Add a parameter `resource`, and show only the operations of the selected resource.',
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
    title: 'Label contains an emoji',
    why: 'Emoji look different on every system, and screen readers read them badly. The interface of n8n has none.',
    fix: 'Remove the emoji.',
    bad: nodeFile({ defaults: "{ name: 'Acme 🚀' }" }),
    good: nodeFile({ defaults: "{ name: 'Acme Rocket' }" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-builder-hint-leakage',
    title: 'builderHint contains internal syntax',
    why: 'The AI workflow builder repeats the hint, so raw expressions and connection names end up where they do not work.',
    fix: 'Describe it in words, or refer to the helpers of the SDK.',
    bad: "export const field = { builderHint: 'Pass ={{ $json.id }} as the order' };",
    good: "export const field = { builderHint: 'Pass the id of the incoming item as the order' };",
  }),
];
