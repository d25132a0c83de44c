import { memoize } from '../../memoize.ts';
import { type Display, readDisplay } from './display-conditions.ts';
import { isUnknown, type Plain, plainOf, textOf } from './plain.ts';

/** A parameter of a node, or a field of a credential. */
export interface Parameter {
  /** Empty if it has none. */
  name: string;
  type: string;
  raw: Plain;
  /** Its path, for messages: `additionalFields.filter`. */
  path: string;
  /** The level that contains it. */
  level: Level;
  /** Its fields: one level for a collection, one per group for a fixed collection. */
  inner: readonly Level[];
  display: Display | undefined;
  /** Its options; undefined if not all are known. */
  choices: readonly Choice[] | undefined;
}

/** One option of a parameter. */
export interface Choice {
  value: unknown;
  raw: Plain;
  display: Display | undefined;
}

/** Parameters of the same level, which can depend on each other. Modified by this module only. */
export interface Level {
  kind: 'top' | 'collection' | 'group';
  id: number;
  parameters: readonly Parameter[];
  named: ReadonlyMap<string, readonly Parameter[]>;
  /** The collection that contains it; undefined for the top level. */
  owner: Parameter | undefined;
  /** Whether all its parameters are known. */
  complete: boolean;
}

/** Parameters of one description, and nesting: real ones have a few thousand, nested five levels. */
const limits = { parameters: 20_000, depth: 12 };

/**
 * Reads `properties` of a node or a credential. Ignores entries that are not objects.
 * @param more whether there are others, which a credential inherits
 */
export function readParameters(properties: unknown, more = false): Level {
  const level = new ParameterReader().read(properties);
  if (more) level.complete = false;
  return level;
}

/** All parameters of a level and its descendants, which most rules need. */
export const everyParameter = memoize((level: Level): readonly Parameter[] => [...below(level)]);

function* below(level: Level): Generator<Parameter> {
  for (const parameter of level.parameters) {
    yield parameter;
    for (const inner of parameter.inner) yield* below(inner);
  }
}

/** A level and its descendants. */
export function* levelsOf(level: Level): Generator<Level> {
  yield level;
  for (const { inner } of everyParameter(level)) yield* inner;
}

/** The parameter of the top level that contains another one, or is it. */
export const topmost = (parameter: Parameter): Parameter =>
  parameter.level.owner ? topmost(parameter.level.owner) : parameter;

/** The top level. */
export function topOf(level: Level): Level {
  return level.owner ? topOf(level.owner.level) : level;
}

class ParameterReader {
  #left = limits.parameters;
  #levels = 0;

  read(properties: unknown) {
    return this.#level(properties, 'top', undefined, 0);
  }

  #level(list: unknown, kind: Level['kind'], owner: Parameter | undefined, depth: number): Level {
    const parameters: Parameter[] = [];
    const named = new Map<string, Parameter[]>();
    this.#levels += 1;
    const level: Level = { kind, id: this.#levels, parameters, named, owner, complete: Array.isArray(list) };
    if (!Array.isArray(list)) return level;
    for (const item of list) {
      const raw = plainOf(item);
      if (raw && this.#left > 0 && depth < limits.depth) {
        this.#left -= 1;
        const parameter = this.#parameter(raw, level, depth);
        parameters.push(parameter);
        const namesakes = named.get(parameter.name);
        if (namesakes) namesakes.push(parameter);
        else named.set(parameter.name, [parameter]);
      } else if (raw || isUnknown(item)) level.complete = false;
    }
    return level;
  }

  #parameter(raw: Plain, level: Level, depth: number): Parameter {
    const name = textOf(raw['name']) ?? '';
    const type = textOf(raw['type']) ?? '';
    const inner: Level[] = [];
    const parameter: Parameter = {
      name,
      type,
      raw,
      path: level.owner ? `${level.owner.path}.${name}` : name,
      level,
      inner,
      display: readDisplay(raw),
      choices: type === 'options' || type === 'multiOptions' ? choicesOf(raw) : undefined,
    };
    if (type === 'collection') inner.push(this.#level(raw['options'], 'collection', parameter, depth + 1));
    if (type === 'fixedCollection' && Array.isArray(raw['options'])) {
      for (const group of raw['options']) {
        inner.push(this.#level(plainOf(group)?.['values'], 'group', parameter, depth + 1));
      }
    }
    return parameter;
  }
}

/** Undefined for options that are empty, loaded, not exclusive or not all known. */
function choicesOf(raw: Plain): Choice[] | undefined {
  const { options, allowArbitraryValues } = raw;
  const loading = plainOf(raw['typeOptions']) ?? {};
  if (!Array.isArray(options) || options.length === 0 || allowArbitraryValues === true) return undefined;
  if (loading['loadOptionsMethod'] !== undefined || loading['loadOptions'] !== undefined) return undefined;
  if (isUnknown(raw['typeOptions'])) return undefined;
  const choices: Choice[] = [];
  for (const option of options) {
    const choice = plainOf(option);
    if (!choice || isUnknown(choice['value'])) return undefined;
    choices.push({ value: choice['value'], raw: choice, display: readDisplay(choice) });
  }
  return choices;
}
