/** Findings of one code; where `messages` are given, only those with one of these ids of the rule's messages. */
export interface Findings {
  code: string;
  messages?: readonly string[];
  /** Text that the message has to contain, for a rule with one message for several faults. */
  mentions?: string;
}

interface Overlap {
  told: readonly Findings[];
  hides: readonly Findings[];
  /** For rules that report at the top of the file whatever the place of the fault. */
  anywhereInFile?: true;
}

const community = (name: string, ...messages: string[]): Findings => named(`@n8n/community-nodes/${name}`, messages);
const base = (name: string, ...messages: string[]): Findings => named(`n8n-nodes-base/${name}`, messages);
const named = (code: string, messages: string[]): Findings => ({ code, ...(messages.length > 0 && { messages }) });
const describing = (names: readonly string[]) => names.map((name) => base(`node-param-description-${name}`));

/** What is wrong with the wording of a description: moot when it has to go, or to become another text, anyway. */
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

/** What is wrong with the wording of a label, likewise. */
const labelling = [
  base('node-param-display-name-miscased'),
  base('node-param-display-name-miscased-id'),
  base('node-param-display-name-untrimmed'),
  base('node-param-display-name-excess-inner-whitespace'),
];

/**
 * Where two rules report one fault, which of them the user sees. It applies when one finding lies inside the other: the
 * same node, or one that contains it (a property and its value, a class and its description). Each pair was found by
 * reading both rules. Rules that are never seen alone are in merged-rules.ts.
 */
export const overlaps: readonly Overlap[] = [
  // package.json
  {
    told: [community('valid-author', 'authorMissing', 'authorNameMissing')],
    hides: [base('community-package-json-author-name-missing')],
  },
  {
    told: [community('package-name-convention', 'defaultPlaceholderName')],
    hides: [community('no-template-placeholders')],
  },
  {
    // No list of nodes, then none of them is in it.
    told: [
      community('n8n-object-validation', 'missingN8nObject', 'missingN8nNodes', 'n8nNodesNotArray', 'emptyN8nNodes'),
    ],
    hides: [community('node-registration-complete')],
  },
  { told: [community('no-template-placeholders')], hides: [community('require-homepage', 'homepageInvalid')] },

  // The description of a node
  { told: [community('require-node-description-fields')], hides: [community('icon-validation', 'missingIcon')] },
  {
    told: [{ ...community('require-node-description-fields'), mentions: 'subtitle' }],
    hides: [base('node-class-description-missing-subtitle')],
  },
  {
    told: [community('trigger-node-conventions', 'nameMissingSuffix')],
    hides: [base('node-class-description-name-unsuffixed-trigger-node')],
  },
  {
    told: [
      community('trigger-node-conventions', 'nameMissingSuffix'),
      base('node-class-description-name-unsuffixed-trigger-node'),
    ],
    // With the suffix, the name is that of the file again.
    hides: [base('node-filename-against-convention')],
    anywhereInFile: true,
  },
  {
    told: [community('trigger-node-conventions', 'displayNameMissingTrigger')],
    hides: [base('node-class-description-display-name-unsuffixed-trigger-node')],
  },
  {
    told: [community('trigger-node-conventions', 'inputsNotEmpty')],
    hides: [base('node-class-description-inputs-wrong-trigger-node')],
  },

  {
    // With another name, the name of the file is another matter.
    told: [base('node-class-description-name-miscased')],
    hides: [base('node-filename-against-convention')],
    anywhereInFile: true,
  },
  {
    // One of n8n's, which have names of their own kind.
    told: [community('no-credential-reuse')],
    hides: [base('node-class-description-credentials-name-unsuffixed')],
  },

  // Modules
  {
    // Without the module there is nothing to call.
    told: [{ ...community('no-restricted-imports'), mentions: 'child_process' }],
    hides: [{ ...community('no-dangerous-functions'), mentions: 'child_process' }],
    anywhereInFile: true,
  },

  // Errors
  { told: [community('require-node-api-error')], hides: [base('node-execute-block-wrong-error-thrown')] },

  // Credentials
  { told: [community('cred-class-field-icon-missing')], hides: [community('icon-validation', 'missingIcon')] },
  {
    told: [community('credential-documentation-url')],
    hides: [base('cred-class-field-documentation-url-not-http-url')],
  },
  {
    told: [community('cred-class-oauth2-naming', 'classNameMissingOAuth2')],
    hides: [base('cred-class-name-unsuffixed')],
  },
  {
    told: [community('cred-class-oauth2-naming', 'nameMissingOAuth2')],
    hides: [base('cred-class-field-name-missing-oauth2')],
  },
  {
    told: [community('cred-class-oauth2-naming', 'nameMissingOAuth2'), base('cred-class-field-name-missing-oauth2')],
    hides: [base('cred-class-field-name-unsuffixed')],
  },
  {
    told: [community('cred-class-oauth2-naming', 'displayNameMissingOAuth2')],
    hides: [base('cred-class-field-display-name-missing-oauth2')],
  },
  {
    told: [
      community('cred-class-oauth2-naming', 'displayNameMissingOAuth2'),
      base('cred-class-field-display-name-missing-oauth2'),
    ],
    hides: [base('cred-class-field-display-name-missing-api')],
  },

  // Fields
  {
    told: [
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
    told: [
      base('node-param-display-name-wrong-for-simplify'),
      base('node-param-display-name-wrong-for-update-fields'),
      base('node-param-option-name-wrong-for-get-many'),
      base('node-param-option-name-wrong-for-upsert'),
    ],
    hides: labelling,
  },
  { told: describing(['line-break-html-tag']), hides: describing(['unencoded-angle-brackets']) },
  { told: [base('node-param-option-value-duplicate')], hides: [base('node-param-option-name-duplicate')] },
  { told: [base('node-param-default-wrong-for-limit')], hides: [base('node-param-default-wrong-for-number')] },
];
