export const severities = ['error', 'warning'] as const;
/** `error` fails the check; `warning` does not. */
export type Severity = (typeof severities)[number];

/** Final status of a run: SPEC 3. */
export const finalStatuses = ['success', 'failed', 'timeout', 'rejected'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

/** Settings of a rule in the configuration. */
export const ruleSettings = ['off', 'warning', 'error'] as const;
export type RuleSetting = (typeof ruleSettings)[number];
