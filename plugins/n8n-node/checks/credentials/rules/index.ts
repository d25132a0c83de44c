import type { CredentialRule } from '../credential-subject.ts';
import { fieldUnused } from './field-unused.ts';
import { hostIgnored } from './host-ignored.ts';
import { identityRules } from './identity-rules.ts';
import { oauthIncomplete } from './oauth-incomplete.ts';
import { secretRules } from './secret-rules.ts';
import { serviceRules } from './service-rules.ts';
import { testCannotFail, testRuleInverted } from './test-cannot-fail.ts';
import { testHostFixed } from './test-host-fixed.ts';
import { testOfDocumentation } from './test-of-documentation.ts';

/** About what a credential says of itself; those that hold for nodes as well are in shared-rules/. */
export const rules: readonly CredentialRule[] = [
  ...identityRules,
  ...secretRules,
  ...serviceRules,
  testCannotFail,
  testRuleInverted,
  testHostFixed,
  hostIgnored,
  fieldUnused,
  oauthIncomplete,
  testOfDocumentation,
];
