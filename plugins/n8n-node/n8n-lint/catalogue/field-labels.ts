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
const blanks = 'They are invisible to the author and show as a gap, or as nothing at all, to others.';

/** What n8n's linter asks of labels, placeholders and hints. */
export const fieldLabelRules: readonly Rule[] = [
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-miscased',
    title: 'A label is not in title case',
    why: 'Labels look alike all over n8n: every main word begins with a capital letter.',
    fix: 'Write it in title case.',
    bad: text('Delivery note'),
    good: text('Delivery Note'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-miscased-id',
    title: 'ID is not in capitals in a label',
    why: 'n8n writes ID; anything else reads like another word.',
    fix: 'Write ID or IDs.',
    bad: text('Order Id'),
    good: text('Order ID'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-untrimmed',
    title: 'A label begins or ends with blanks',
    why: blanks,
    fix: 'Remove them.',
    bad: text('Note '),
    good: text('Note'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-excess-inner-whitespace',
    title: 'A label has several blanks in a row',
    why: blanks,
    fix: 'Leave one.',
    bad: text('Delivery  Note'),
    good: text('Delivery Note'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-not-first-position',
    title: 'The label is not the first property of a field',
    why: 'Nodes have hundreds of fields; a reader finds the right one by the label at its top.',
    fix: 'Put `displayName` first.',
    bad: field("name: 'note', displayName: 'Note', type: 'string', default: ''"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options',
    title: 'The label of a loaded list does not end with Name or ID',
    why: 'People can choose a name or enter an ID; the label has to say so.',
    fix: 'End it with Name or ID.',
    bad: loaded('Shop', 'options'),
    good: loaded('Shop Name or ID', 'options'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-dynamic-multi-options',
    title: 'The label of a loaded multiple choice does not end with Names or IDs',
    why: 'People can choose names or enter IDs; the label has to say so.',
    fix: 'End it with Names or IDs.',
    bad: loaded('Shops', 'multiOptions'),
    good: loaded('Shop Names or IDs', 'multiOptions'),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-simplify',
    title: 'The switch for short answers is not labelled Simplify',
    why: 'It bears the same label in every node, so that people recognise it.',
    fix: 'Label it Simplify.',
    bad: field(
      "displayName: 'Short Answer', name: 'simple', type: 'boolean', default: true, description: 'Whether to return a simplified version of the response instead of the raw data'",
    ),
    good: field(
      "displayName: 'Short Answer', name: 'short', type: 'boolean', default: true, description: 'Whether to return a simplified version of the response instead of the raw data'",
    ),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-display-name-wrong-for-update-fields',
    title: 'The collection of fields to change is not labelled Update Fields',
    why: 'It bears the same label in every node, so that people recognise it.',
    fix: 'Label it Update Fields.',
    bad: field("displayName: 'Changes', name: 'updateFields', type: 'collection', options: [], default: {}"),
    good: field("displayName: 'Update Fields', name: 'updateFields', type: 'collection', options: [], default: {}"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-name-untrimmed',
    title: 'The name of a field begins or ends with blanks',
    why: 'The code asks for the name without them and finds nothing.',
    fix: 'Remove them.',
    bad: field("displayName: 'Note', name: 'note ', type: 'string', default: ''"),
    good: field("displayName: 'Note', name: 'note', type: 'string', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-placeholder-miscased-id',
    title: 'ID is not in capitals in a placeholder',
    why: 'n8n writes ID; anything else reads like another word.',
    fix: 'Write ID or IDs.',
    bad: text('Note', "placeholder: 'e.g. an order Id'"),
    good: text('Note', "placeholder: 'e.g. an order ID'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-placeholder-missing-email',
    title: 'A field for an e-mail address has no placeholder',
    why: 'An example shows that one bare address is wanted.',
    fix: 'Add `placeholder`, for example name@email.com.',
    bad: field("displayName: 'Email', name: 'email', type: 'string', default: ''"),
    good: field("displayName: 'Email', name: 'email', type: 'string', placeholder: 'name@email.com', default: ''"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-hint-untrimmed',
    title: 'A hint begins or ends with blanks',
    why: blanks,
    fix: 'Remove them.',
    bad: text('Note', "hint: ' Shown on the parcel'"),
    good: text('Note', "hint: 'Shown on the parcel'"),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-param-hint-url-missing-protocol',
    title: 'A link in a hint is not a full address',
    why: 'The browser then looks for the page on the n8n server.',
    fix: 'Begin the address with https://.',
    bad: text('Note', `hint: 'See <a href="acme.example/notes">the manual</a>'`),
    good: text('Note', `hint: 'See <a href="https://acme.example/notes">the manual</a>'`),
  }),
];
