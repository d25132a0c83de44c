export const severities = ['error', 'warning'] as const;
/** `error` fails the check that found it; `warning` does not. */
export type Severity = (typeof severities)[number];

/** How a run can end: SPEC 3. */
export const finalStatuses = ['success', 'failed', 'timeout', 'rejected'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

/** What the configuration may set a rule to. */
export const ruleSettings = ['off', 'warning', 'error'] as const;
export type RuleSetting = (typeof ruleSettings)[number];
