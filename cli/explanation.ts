import type { Check } from '../kernel/check.ts';
import { type ErrorCode, errorCatalogue, isErrorCode, serviceError } from '../kernel/errors.ts';
import type { Rule } from '../kernel/finding.ts';
import type { Kernel } from '../kernel/plugin.ts';
import { closest } from '../kernel/suggestion.ts';
import { describeCheck } from './render/check-description.ts';

/** The explanation of a code. */
type Explanation =
  | { kind: 'rule'; rule: Rule; check: string; projectType: string }
  | { kind: 'check'; check: Check; projectType: string }
  | { kind: 'error'; code: ErrorCode };

const maxSuggestions = 5;

/**
 * Explains a code: a rule, also without its scope, a check or an error; upper and lower case are equal.
 * @throws {ServiceError} UNKNOWN_CODE
 */
export function explanationOf(code: string, kernel: Kernel): Explanation {
  const exact = exactExplanation(code, kernel);
  if (exact) return exact;
  const [only, ...others] = codesNamed(code, kernel);
  const unscoped = only !== undefined && others.length === 0 ? exactExplanation(only, kernel) : undefined;
  if (unscoped) return unscoped;
  const checks = [...kernel.projectTypes.keys()].flatMap((type) => kernel.checks(type));
  const known = [...kernel.rules().keys(), ...checks.map(({ name }) => name), ...Object.keys(errorCatalogue)];
  const near = [...new Set([closest(code, known) ?? [], ...codesWith(code, kernel)].flat())].slice(0, maxSuggestions);
  const listed = 'Run `service checks` to list checks and codes.';
  const suggestion = near.length > 0 ? `Did you mean ${near.map((one) => `"${one}"`).join(' or ')}? ${listed}` : listed;
  throw serviceError('UNKNOWN_CODE', { code, suggestion });
}

/** Explains a rule by its whole code, a check or an error; undefined if there is none. */
export function exactExplanation(code: string, kernel: Kernel): Explanation | undefined {
  const rules = kernel.rules();
  const found = rules.get(code) ?? rules.get(code.toLowerCase());
  if (found) return { kind: 'rule', rule: found.rule, check: found.check.name, projectType: found.type };
  for (const projectType of kernel.projectTypes.keys()) {
    const check = kernel.checks(projectType).find(({ name }) => name === code.toLowerCase());
    if (check) return { kind: 'check', check, projectType };
  }
  const upper = code.toUpperCase();
  return isErrorCode(upper) ? { kind: 'error', code: upper } : undefined;
}

/** Returns the JSON document of an explanation. */
export function explanationDocument(explanation: Explanation) {
  switch (explanation.kind) {
    case 'rule': {
      const { rule, check, projectType } = explanation;
      return { ...rule, check, projectType };
    }
    case 'check': {
      const { check, projectType } = explanation;
      return { ...describeCheck(check), projectType };
    }
    case 'error':
      return { code: explanation.code, ...errorCatalogue[explanation.code] };
  }
}

/** Codes without their scope: `valid-description` is `@n8n/community-nodes/valid-description`. */
function codesNamed(name: string, kernel: Kernel): string[] {
  return [...kernel.rules().keys()].filter((code) => code.endsWith(`/${name.toLowerCase()}`));
}

/** Codes that contain the text. */
function codesWith(text: string, kernel: Kernel): string[] {
  return text.length < 3 ? [] : [...kernel.rules().keys()].filter((code) => code.includes(text.toLowerCase()));
}
