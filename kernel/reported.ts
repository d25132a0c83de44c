import type { TSchema } from 'typebox';
import { type LogEntry, logLevels } from './events.ts';
import { type Finding, type Observation, type Rule, toFinding } from './finding.ts';
import { guard, type SchemaError } from './guard.ts';
import { isRecord } from './record.ts';
import * as schemas from './result-schemas.ts';

/** Validates what checks of plugins report, which the compiler may not have seen: with one wrong field, there is no result. */
export const validReport = {
  finding: validator(schemas.Finding),
  notChecked: validator(schemas.NotChecked),
  operation: validator(schemas.Operation),
  compatibility: validator(schemas.Compatibility),
  shipped: validator(schemas.Shipped),
};

/**
 * Completes an observation with the defaults of its rule.
 * @param observation as a check yields it
 * @param rules those of the check, by code
 * @param count how many the check has yielded, with this one
 * @throws {Error} naming the field that is wrong
 */
export function findingOf(observation: Observation, rules: ReadonlyMap<string, Rule>, count: number): Finding {
  if (!isRecord(observation)) throw new Error(`finding ${count} is not an object`);
  const rule = rules.get(observation.code);
  if (!rule) throw new Error(`it reported code "${observation.code}", which is not in its rules`);
  const finding = toFinding(observation, rule);
  validReport.finding(finding, `finding ${count} (${rule.code})`);
  return finding;
}

/** Every run logs, so this needs no schema. @throws {Error} naming the field that is wrong */
export function validateLogEntry({ level, message }: LogEntry): void {
  if (typeof message !== 'string') throw new Error('log: message must be string');
  if (!logLevels.includes(level)) throw new Error(`log: level must be ${logLevels.join(' or ')}`);
}

/** @returns a function that throws for a value that does not match the schema, with the name of the value and the field */
function validator(schema: TSchema) {
  const { is, errors } = guard(schema);
  return (value: unknown, name: string): void => {
    if (is(value)) return;
    const [error] = errors(value);
    const field = error?.instancePath.slice(1).replaceAll('/', '.') || 'it';
    throw new Error(`${name}: ${field} ${error ? expectation(error) : 'is invalid'}`);
  };
}

function expectation({ params, message }: SchemaError): string {
  const values = isRecord(params) ? params['allowedValues'] : undefined;
  return Array.isArray(values) ? `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}` : message;
}
