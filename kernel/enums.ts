export const severities = ['error', 'warning'] as const;
/** `error` fails the check; `warning` does not. */
export type Severity = (typeof severities)[number];

/** Final status of a run: SPEC 3. */
export const finalStatuses = ['success', 'failed', 'timeout', 'rejected'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

/** Settings of a rule in the configuration. */
export const ruleSettings = ['off', 'warning', 'error'] as const;
export type RuleSetting = (typeof ruleSettings)[number];

/** Parts of a node that are run beside its operations, by the name that n8n gives them. */
export const operationKinds = [
  'authentication',
  'poll',
  'trigger',
  'webhook',
  'webhookMethods',
  'loadOptions',
  'listSearch',
  'resourceMapping',
  'credentialTest',
  'supplyData',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** What became of an operation of a node that a check ran. */
export const operationOutcomes = ['exercised', 'not exercised', 'left out'] as const;
