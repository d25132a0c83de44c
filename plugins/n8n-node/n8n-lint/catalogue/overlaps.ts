/** Findings of one code; with `messages`, only those with one of these message ids. */
export interface Findings {
  code: string;
  messages?: readonly string[];
  /** Text in the message, for a rule with one message for several faults. */
  mentions?: string;
}

interface Overlap {
  reported: readonly Findings[];
  hides: readonly Findings[];
  /** For rules that report at the top of the file, wherever the fault is. */
  anywhereInFile?: true;
}

const community = (name: string, ...messages: string[]): Findings => named(`@n8n/community-nodes/${name}`, messages);
const base = (name: string, ...messages: string[]): Findings => named(`n8n-nodes-base/${name}`, messages);
const named = (code: string, messages: string[]): Findings => ({ code, ...(messages.length > 0 && { messages }) });
const describing = (names: readonly string[]) => names.map((name) => base(`node-param-description-${name}`));

/** Rules about the wording of a description, which do not matter if the description must be removed or replaced. */
const wording = describing([
  'boolean-without-whether',
  'comma-separated-hyphen',
  'empty-string',
  'excess-final-period',
  'excess-inner-whitespace',
  'line-break-html-tag',
  'lowercase-first-char',
  'miscased-id',
  'miscased-json',
  'miscased-url',
  'missing-final-period',
  'unencoded-angle-brackets',
  'unneeded-backticks',
  'untrimmed',
  'url-missing-protocol',
]);

/** The same for a label. */
const labelling = [
  base('node-param-display-name-miscased'),
  base('node-param-display-name-miscased-id'),
  base('node-param-display-name-untrimmed'),
  base('node-param-display-name-excess-inner-whitespace'),
];

/**
 * If two rules report one fault, which of them the user sees. It applies if the range of one finding contains the other:
 * a property and its value, a class and its description. Each pair comes from the source of both rules. Rules that never
 * report alone are in merged-rules.ts.
 */
export const overlaps: readonly Overlap[] = [
  // package.json
  {
    reported: [community('valid-author', 'authorMissing', 'authorNameMissing')],
    hides: [base('community-package-json-author-name-missing')],
  },
  {
    reported: [community('package-name-convention', 'defaultPlaceholderName')],
    hides: [community('no-template-placeholders')],
  },
  {
    // Without a list of nodes, no node is in it.
    reported: [
      community('n8n-object-validation', 'missingN8nObject', 'missingN8nNodes', 'n8nNodesNotArray', 'emptyN8nNodes'),
    ],
    hides: [community('node-registration-complete')],
  },
  { reported: [community('no-template-placeholders')], hides: [community('require-homepage', 'homepageInvalid')] },

  // The description of a node
  { reported: [community('require-node-description-fields')], hides: [community('icon-validation', 'missingIcon')] },
  {
    reported: [{ ...community('require-node-description-fields'), mentions: 'subtitle' }],
    hides: [base('node-class-description-missing-subtitle')],
  },
  {
    reported: [community('trigger-node-conventions', 'nameMissingSuffix')],
    hides: [base('node-class-description-name-unsuffixed-trigger-node')],
  },
  {
    reported: [
      community('trigger-node-conventions', 'nameMissingSuffix'),
      base('node-class-description-name-unsuffixed-trigger-node'),
    ],
    // With the suffix, the name matches the file name again.
    hides: [base('node-filename-against-convention')],
    anywhereInFile: true,
  },
  {
    reported: [community('trigger-node-conventions', 'displayNameMissingTrigger')],
    hides: [base('node-class-description-display-name-unsuffixed-trigger-node')],
  },
  {
    reported: [community('trigger-node-conventions', 'inputsNotEmpty')],
    hides: [base('node-class-description-inputs-wrong-trigger-node')],
  },

  {
    // With another name, the name of the file is another matter.
    reported: [base('node-class-description-name-miscased')],
    hides: [base('node-filename-against-convention')],
    anywhereInFile: true,
  },
  {
    // One of n8n's, which have names of their own kind.
    reported: [community('no-credential-reuse')],
    hides: [base('node-class-description-credentials-name-unsuffixed')],
  },

  // Modules
  {
    // Without the module there is nothing to call.
    reported: [{ ...community('no-restricted-imports'), mentions: 'child_process' }],
    hides: [{ ...community('no-dangerous-functions'), mentions: 'child_process' }],
    anywhereInFile: true,
  },

  // Errors
  { reported: [community('require-node-api-error')], hides: [base('node-execute-block-wrong-error-thrown')] },

  // Credentials
  { reported: [community('cred-class-field-icon-missing')], hides: [community('icon-validation', 'missingIcon')] },
  {
    reported: [community('credential-documentation-url')],
    hides: [base('cred-class-field-documentation-url-not-http-url')],
  },
  {
    reported: [community('cred-class-oauth2-naming', 'classNameMissingOAuth2')],
    hides: [base('cred-class-name-unsuffixed')],
  },
  {
    reported: [community('cred-class-oauth2-naming', 'nameMissingOAuth2')],
    hides: [base('cred-class-field-name-missing-oauth2')],
  },
  {
    reported: [
      community('cred-class-oauth2-naming', 'nameMissingOAuth2'),
      base('cred-class-field-name-missing-oauth2'),
    ],
    hides: [base('cred-class-field-name-unsuffixed')],
  },
  {
    reported: [community('cred-class-oauth2-naming', 'displayNameMissingOAuth2')],
    hides: [base('cred-class-field-display-name-missing-oauth2')],
  },
  {
    reported: [
      community('cred-class-oauth2-naming', 'displayNameMissingOAuth2'),
      base('cred-class-field-display-name-missing-oauth2'),
    ],
    hides: [base('cred-class-field-display-name-missing-api')],
  },

  // Fields
  {
    reported: [
      ...describing(['weak', 'identical-to-display-name']),
      base('node-param-option-description-identical-to-name'),
      ...describing([
        'wrong-for-dynamic-multi-options',
        'wrong-for-dynamic-options',
        'wrong-for-ignore-ssl-issues',
        'wrong-for-limit',
        'wrong-for-return-all',
        'wrong-for-simplify',
        'wrong-for-upsert',
      ]),
    ],
    hides: wording,
  },
  {
    reported: [
      base('node-param-display-name-wrong-for-simplify'),
      base('node-param-display-name-wrong-for-update-fields'),
      base('node-param-option-name-wrong-for-get-many'),
      base('node-param-option-name-wrong-for-upsert'),
    ],
    hides: labelling,
  },
  { reported: describing(['line-break-html-tag']), hides: describing(['unencoded-angle-brackets']) },
  { reported: [base('node-param-option-value-duplicate')], hides: [base('node-param-option-name-duplicate')] },
  { reported: [base('node-param-default-wrong-for-limit')], hides: [base('node-param-default-wrong-for-number')] },
];
