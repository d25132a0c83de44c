import { isUnknown, listOf, type Plain, plainOf } from './plain.ts';

/** An entry of `displayOptions.show` or `hide`: a parameter and its values. */
export interface Condition {
  /** The name of a parameter of the same level, `/name` for the top level, or `@version`, `@tool`, `@feature`. */
  key: string;
  values: readonly unknown[];
}

export interface Display {
  show: readonly Condition[];
  hide: readonly Condition[];
  /** Keys whose conditions are not arrays: n8n throws when it evaluates them. */
  malformed: readonly string[];
  /** Whether there may be other conditions. */
  complete: boolean;
}

/** The conditions under which n8n shows a parameter, an option or a credential; undefined: always. */
export function readDisplay(owner: Plain): Display | undefined {
  const { displayOptions } = owner;
  if (displayOptions === undefined) return undefined;
  if (isUnknown(displayOptions)) return { show: [], hide: [], malformed: [], complete: false };
  const options = plainOf(displayOptions);
  if (!options) return undefined;
  const malformed: string[] = [];
  let complete = true;
  const read = (list: unknown): Condition[] => {
    if (isUnknown(list)) complete = false;
    return Object.entries(plainOf(list) ?? {}).flatMap(([key, values]) => {
      if (Array.isArray(values)) return [{ key, values: listOf(values) }];
      if (isUnknown(values)) complete = false;
      else malformed.push(key);
      return [];
    });
  };
  const display = { show: read(options['show']), hide: read(options['hide']), malformed };
  const none = complete && display.show.length + display.hide.length + malformed.length === 0;
  return none ? undefined : { ...display, complete };
}

/**
 * Whether a value meets one of the conditions, as in n8n; undefined if unknown.
 * Source: n8n-workflow 2.41, dist/cjs/node-helpers.js (`checkConditions`)
 */
export function holdsFor(conditions: readonly unknown[], value: unknown): boolean | undefined {
  let none: false | undefined = false;
  for (const condition of conditions) {
    const held = holds(condition, value);
    if (held === true) return true;
    if (held === undefined) none = undefined;
  }
  return none;
}

function holds(condition: unknown, value: unknown): boolean | undefined {
  if (typeof condition !== 'object') return condition === value;
  if (isUnknown(condition)) return undefined;
  const comparison = plainOf(plainOf(condition)?.['_cnd']);
  if (!comparison) return condition === value;
  const [[operator, target] = []] = Object.entries(comparison);
  switch (operator) {
    case 'eq':
      return isSame(value, target);
    case 'not': {
      const same = isSame(value, target);
      return same === undefined ? undefined : !same;
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' && typeof target === 'number' ? compare(operator, value, target) : undefined;
    case 'between': {
      const { from, to } = plainOf(target) ?? {};
      if (typeof value !== 'number' || typeof from !== 'number' || typeof to !== 'number') return undefined;
      return value >= from && value <= to;
    }
    case 'includes':
      return typeof value === 'string' && typeof target === 'string' ? value.includes(target) : undefined;
    case 'startsWith':
      return typeof value === 'string' && typeof target === 'string' ? value.startsWith(target) : undefined;
    case 'endsWith':
      return typeof value === 'string' && typeof target === 'string' ? value.endsWith(target) : undefined;
    case 'exists':
      return value !== null && value !== undefined && value !== '';
    default:
      // Regular expressions of the project are not run.
      return undefined;
  }
}

function isSame(value: unknown, target: unknown): boolean | undefined {
  return typeof value === 'object' || typeof target === 'object' ? undefined : value === target;
}

function compare(operator: 'gt' | 'gte' | 'lt' | 'lte', value: number, target: number): boolean {
  switch (operator) {
    case 'gt':
      return value > target;
    case 'gte':
      return value >= target;
    case 'lt':
      return value < target;
    case 'lte':
      return value <= target;
  }
}
