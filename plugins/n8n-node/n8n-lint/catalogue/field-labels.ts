import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

const field = (source: string) => `export const field = { ${source} };`;
const text = (displayName: string, more = '') =>
  field(`displayName: '${displayName}', name: 'note', type: 'string', default: ''${more && `, ${more}`}`);
const loaded = (displayName: string, type: string) => {
  const [kind, ids, empty] = type === 'options' ? ['options', 'an ID', "''"] : ['multiOptions', 'IDs', '[]'];
  return `export const field = {
  displayName: '${displayName}',
  name: 'shop',
  type: '${kind}',
  typeOptions: { loadOptionsMethod: 'getShops' },
  default: ${empty},
  description: 'Choose from the list, or specify ${ids} using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};`;
};

const whitespace = 'Users see the extra spaces as a gap, or not at all.';

/** n8n's rules about labels, placeholders and hints. */
export const fieldLabelRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-miscased',
    title: 'Label is not in title case',
    why: 'All labels in n8n are in title case: every main word starts with a capital letter.',
    fix: 'Write the label in title case.',
    bad: text('Delivery note'),
    good: text('Delivery Note'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-miscased-id',
    title: '"ID" in a label is not in upper case',
    why: 'n8n always writes "ID" in upper case.',
    fix: 'Write ID or IDs.',
    bad: text('Order Id'),
    good: text('Order ID'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-untrimmed',
    title: 'Label starts or ends with spaces',
    why: whitespace,
    fix: 'Remove the spaces.',
    bad: text('Note '),
    good: text('Note'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-excess-inner-whitespace',
    title: 'Label contains consecutive spaces',
    why: whitespace,
    fix: 'Replace them with one space.',
    bad: text('Delivery  Note'),
    good: text('Delivery Note'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-not-first-position',
    title: 'Label is not the first property of a parameter',
    why: 'A node may have hundreds of parameters. Readers of the code find one by the label at its top.',
    fix: 'Put `displayName` first.',
    bad: field("name: 'note', displayName: 'Note', type: 'string', default: ''"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options',
    title: 'Label of dynamic options does not end with "Name or ID"',
    why: 'Users can select a name or enter an ID, and the label tells them.',
    fix: 'End the label with "Name or ID".',
    bad: loaded('Shop', 'options'),
    good: loaded('Shop Name or ID', 'options'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-dynamic-multi-options',
    title: 'Label of dynamic multi-options does not end with "Names or IDs"',
    why: 'Users can select names or enter IDs, and the label tells them.',
    fix: 'End the label with "Names or IDs".',
    bad: loaded('Shops', 'multiOptions'),
    good: loaded('Shop Names or IDs', 'multiOptions'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-simplify',
    title: 'Label of the "Simplify" parameter is different',
    why: 'The parameter has the same label in every node, so that users recognize it.',
    fix: 'Set the label to "Simplify".',
    bad: field(
      "displayName: 'Short Answer', name: 'simple', type: 'boolean', default: true, description: 'Whether to return a simplified version of the response instead of the raw data'",
    ),
    good: field(
      "displayName: 'Short Answer', name: 'short', type: 'boolean', default: true, description: 'Whether to return a simplified version of the response instead of the raw data'",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-update-fields',
    title: 'Label of the "Update Fields" collection is different',
    why: 'The parameter has the same label in every node, so that users recognize it.',
    fix: 'Set the label to "Update Fields".',
    bad: field("displayName: 'Changes', name: 'updateFields', type: 'collection', options: [], default: {}"),
    good: field("displayName: 'Update Fields', name: 'updateFields', type: 'collection', options: [], default: {}"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-name-untrimmed',
    title: 'Parameter name starts or ends with spaces',
    why: 'Code that reads the parameter by its name without the spaces does not find it.',
    fix: 'Remove the spaces.',
    bad: field("displayName: 'Note', name: 'note ', type: 'string', default: ''"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-placeholder-miscased-id',
    title: '"ID" in a placeholder is not in upper case',
    why: 'n8n always writes "ID" in upper case.',
    fix: 'Write ID or IDs.',
    bad: text('Note', "placeholder: 'e.g. an order Id'"),
    good: text('Note', "placeholder: 'e.g. an order ID'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-placeholder-missing-email',
    title: 'Email parameter has no placeholder',
    why: 'An example shows users that one plain email address is expected.',
    fix: 'Add `placeholder`, for example name@email.com.',
    bad: field("displayName: 'Email', name: 'email', type: 'string', default: ''"),
    good: field("displayName: 'Email', name: 'email', type: 'string', placeholder: 'name@email.com', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-hint-untrimmed',
    title: 'Hint starts or ends with spaces',
    why: whitespace,
    fix: 'Remove the spaces.',
    bad: text('Note', "hint: ' Shown on the parcel'"),
    good: text('Note', "hint: 'Shown on the parcel'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-hint-url-missing-protocol',
    title: 'Link in a hint has no protocol',
    why: 'Without a protocol, the browser looks for the page on the n8n server.',
    fix: 'Start the URL with https://.',
    bad: text('Note', `hint: 'See <a href="acme.example/notes">the manual</a>'`),
    good: text('Note', `hint: 'See <a href="https://acme.example/notes">the manual</a>'`),
  }),
];
