import type { NodeRule } from '../node-subject.ts';
import { codexRules } from './codex-rules.ts';
import { credentialUseRules } from './credential-use-rules.ts';
import { defaultPlaceholder } from './default-placeholder.ts';
import { descriptionRules } from './description-rules.ts';
import { identityRules } from './identity-rules.ts';
import { operationRules } from './operation-rules.ts';
import { requestRules } from './request-rules.ts';
import { runningRules } from './running-rules.ts';
import { shownByActionOnly } from './shown-by-action-only.ts';
import { webhookRules } from './webhook-rules.ts';

/** Rules about the description of a node; those that also apply to credentials are in shared-rules/. */
export const rules: readonly NodeRule[] = [
  ...descriptionRules,
  ...identityRules,
  ...runningRules,
  ...operationRules,
  ...webhookRules,
  ...requestRules,
  ...credentialUseRules,
  ...codexRules,
  shownByActionOnly,
  defaultPlaceholder,
];
