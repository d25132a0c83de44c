import { type Condition, type Display, holdsFor } from './display-conditions.ts';
import { valuesOfHidden } from './hidden-values.ts';
import { type Level, type Parameter, topOf } from './parameter.ts';
import { isUnknown } from './plain.ts';

/** Steps of the search for one parameter; real ones need some dozens. Beyond the limit, nothing is reported. */
const stepLimit = 5000;
/** Steps for all parameters of one description. */
const totalLimit = 400_000;
/** Length of a chain of dependent parameters. */
const depthLimit = 1000;

/** The option that n8n adds to `resource` and `operation` of a node whose credential can sign requests. */
const customApiCall = '__CUSTOM_API_CALL__';

/** Any other value. */
const anything = Symbol('anything');

/** The assumptions about parameters so far: a linked list, so that each branch of the search extends its own. */
interface Assumed {
  level: number;
  name: string;
  value: unknown;
  before: Assumed | undefined;
}

type Goal =
  | { kind: 'displayed'; display: Display | undefined; level: Level }
  | { kind: 'show' | 'hide'; condition: Condition; level: Level };
type ConditionGoal = Extract<Goal, { condition: Condition }>;
type DisplayedGoal = Extract<Goal, { kind: 'displayed' }>;

interface Goals {
  goal: Goal;
  next: Goals | undefined;
}

/** The remaining goals. Conditions of `hide` come last, when all assumptions are known. */
interface Task {
  goals: Goals | undefined;
  hides: Goals | undefined;
  assumed: Assumed | undefined;
  depth: number;
}

class TooFar extends Error {}

/**
 * Whether there are values of parameters with which n8n shows a parameter. In case of doubt (loaded values, regular
 * expressions, too many combinations), there are.
 *
 * A parameter that is not shown has its default value, unless another one has the same name. Parameters of a collection have no
 * value until they are added.
 * Source: n8n-workflow 2.41, dist/cjs/node-helpers.js (`displayParameter`, `getNodeParameters`)
 */
export class Reachability {
  #fillsHidden: boolean;
  #versions: readonly unknown[] = [];
  #left = totalLimit;
  #steps = 0;
  /** Whether the answer relies on a doubt. */
  #doubt = false;

  /** @param options `fillsHidden`: whether fields of type `hidden` get values, as n8n gives those of credentials */
  constructor({ fillsHidden = false } = {}) {
    this.#fillsHidden = fillsHidden;
  }

  /**
   * Whether a parameter, or anything else with display options at the level, can be shown. Ignores conditions on the version
   * of the node, because versions share descriptions.
   */
  canBeShown(display: Display | undefined, level: Level): boolean {
    this.#versions = [];
    return this.#search(first({ kind: 'displayed', display, level }));
  }

  /**
   * Whether two parameters of a level can certainly be shown at the same time; false in case of doubt.
   * @param versions of the description
   */
  canBeShownTogether(
    one: Display | undefined,
    other: Display | undefined,
    { level, versions }: { level: Level; versions: readonly unknown[] },
  ): boolean {
    if (one && other && excludeEachOther(one, other, level)) return false;
    this.#versions = versions;
    const both = first({ kind: 'displayed', display: other, level });
    const together = this.#search(first({ kind: 'displayed', display: one, level }, both));
    return together && !this.#doubt;
  }

  /** Whether an entry of `show` can be met, regardless of the others. */
  canBeMet(condition: Condition, level: Level): boolean {
    this.#versions = [];
    return this.#search(first({ kind: 'show', condition, level }));
  }

  #search(goals: Goals): boolean {
    const before = Math.min(stepLimit, this.#left);
    this.#steps = before;
    this.#doubt = false;
    try {
      return this.#solve({ goals, hides: undefined, assumed: undefined, depth: 0 });
    } catch (error) {
      if (!(error instanceof TooFar)) throw error;
      this.#doubt = true;
      return true;
    } finally {
      this.#left -= before - this.#steps;
    }
  }

  #solve({ goals, hides, assumed, depth }: Task): boolean {
    this.#steps -= 1;
    if (this.#steps <= 0 || depth > depthLimit) throw new TooFar();
    if (goals) {
      const { goal, next } = goals;
      if (goal.kind !== 'displayed') return this.#meet(goal, { goals: next, hides, assumed, depth: depth + 1 });
      if (goal.display?.complete === false) this.#doubt = true;
      return this.#solve({ goals: showsOf(goal, next), hides: hidesOf(goal, hides), assumed, depth: depth + 1 });
    }
    if (!hides || hides.goal.kind === 'displayed') return true;
    return this.#meet(hides.goal, { goals, hides: hides.next, assumed, depth: depth + 1 });
  }

  #meet(goal: ConditionGoal, rest: Task): boolean {
    const place = locate(goal.condition.key, goal.level);
    if (place === undefined) return this.#special(goal, rest);
    if (place.kind === 'parameters') return this.#parameter(goal, place, rest);
    if (place.kind === 'absent') return this.#isWanted(goal, undefined) && this.#solve(rest);
    this.#doubt = true;
    return this.#solve(rest);
  }

  /** `@version` and other keys that are not parameters. */
  #special(goal: ConditionGoal, rest: Task): boolean {
    const { key } = goal.condition;
    if (key !== '@version' || this.#versions.length === 0) {
      this.#doubt = true;
      return this.#solve(rest);
    }
    const known = this.#valueIn(rest.assumed, 0, key);
    return (known === undefined ? this.#versions : [known]).some(
      (version) =>
        this.#isWanted(goal, version) &&
        this.#solve({ ...rest, assumed: { level: 0, name: key, value: version, before: rest.assumed } }),
    );
  }

  #parameter(goal: ConditionGoal, place: ParameterPlace, rest: Task): boolean {
    const { level, name, parameters } = place;
    const known = this.#valueIn(rest.assumed, level.id, name);
    if (known !== undefined) return this.#isWanted(goal, known) && this.#solve(rest);
    // It may have no value, unless a parameter of its name always exists.
    const optional = level.kind === 'collection' || parameters.every(({ display }) => display !== undefined);
    if (optional && (goal.kind === 'hide' || holdsFor(goal.condition.values, undefined) === true)) {
      this.#doubt = true;
      return this.#solve(rest);
    }
    for (const parameter of parameters) {
      if (this.#isGiven(parameter, goal, rest)) return true;
      if (parameters.length > 1 || !parameter.display || level.kind === 'collection') continue;
      const initial = orAnything(parameter.raw['default']);
      if (!this.#isWanted(goal, initial) || !this.#solve(assuming(initial, parameter, rest))) continue;
      // The editor has no value of a hidden parameter.
      if (goal.kind === 'show') this.#doubt = true;
      return true;
    }
    return false;
  }

  /** Whether a visible parameter can have a value that meets the goal. */
  #isGiven(parameter: Parameter, goal: ConditionGoal, rest: Task): boolean {
    const { level } = parameter;
    const fixed = this.#fillsHidden ? undefined : valuesOfHidden(parameter)?.map(always);
    for (const { value, display } of fixed ?? candidates(parameter, goal)) {
      if (!this.#isWanted(goal, value)) continue;
      // `multiOptions` can have several values.
      const task = parameter.type === 'multiOptions' ? rest : assuming(value, parameter, rest);
      const chosen = first({ kind: 'displayed', display, level }, task.goals);
      const goals = first({ kind: 'displayed', display: parameter.display, level }, chosen);
      if (this.#solve({ goals, hides: task.hides, assumed: task.assumed, depth: task.depth })) return true;
    }
    return false;
  }

  /** Undefined without an assumption. Each link of the list costs a step. */
  #valueIn(assumed: Assumed | undefined, level: number, name: string): unknown {
    let passed = 0;
    for (let one = assumed; one; one = one.before) {
      if (one.level === level && one.name === name) return one.value;
      passed += 1;
      if (passed % 16 === 0) this.#steps -= 1;
    }
    return undefined;
  }

  /** Whether a value meets the goal; true in case of doubt. */
  #isWanted({ kind, condition }: ConditionGoal, value: unknown): boolean {
    const held = value === anything ? undefined : holdsFor(condition.values, value);
    if (held === undefined) this.#doubt = true;
    return held !== (kind === 'hide');
  }
}

const first = (goal: Goal, next?: Goals): Goals => ({ goal, next });

const orAnything = (value: unknown) => (isUnknown(value) ? anything : value);

type ParameterPlace = { kind: 'parameters'; level: Level; name: string; parameters: readonly Parameter[] };
type Place =
  | ParameterPlace
  /** There is no such parameter. */
  | { kind: 'absent' }
  /** It may exist, or be a part of one. */
  | { kind: 'unclear' };

/** The parameters of a key of display options; undefined for keys that begin with `@`. */
export function locate(key: string, from: Level): Place | undefined {
  if (key.startsWith('@')) return undefined;
  const level = key.startsWith('/') ? topOf(from) : from;
  const path = key.startsWith('/') ? key.slice(1) : key;
  const parameters = level.named.get(path);
  if (parameters) return { kind: 'parameters', level, name: path, parameters };
  const [first = ''] = path.split(/[.[]/);
  if (!level.complete || (first !== path && level.named.has(first))) return { kind: 'unclear' };
  return { kind: 'absent' };
}

/**
 * Whether both require different values of one parameter, as is usual for parameters with the same name; avoids a long
 * search. `multiOptions` can have both values.
 */
export function excludeEachOther(one: Display, other: Display, level: Level): boolean {
  return one.show.some(({ key, values }) => {
    const others = other.show.find((condition) => condition.key === key)?.values;
    if (!others || values.some((value) => others.includes(value))) return false;
    if ([...values, ...others].some((value) => typeof value === 'object')) return false;
    const place = locate(key, level);
    return place?.kind !== 'parameters' || place.parameters.every(({ type }) => type !== 'multiOptions');
  });
}

/** The goals for a parameter to be displayed, before other goals: its own conditions, then those of its parents. */
function showsOf({ display, level }: DisplayedGoal, next: Goals | undefined): Goals | undefined {
  const { owner } = level;
  const goals = owner ? first({ kind: 'displayed', display: owner.display, level: owner.level }, next) : next;
  return display ? conditionsOf(display.show, 'show', level, goals) : goals;
}

function hidesOf({ display, level }: DisplayedGoal, next: Goals | undefined): Goals | undefined {
  return display ? conditionsOf(display.hide, 'hide', level, next) : next;
}

function conditionsOf(
  conditions: readonly Condition[],
  kind: ConditionGoal['kind'],
  level: Level,
  next: Goals | undefined,
): Goals | undefined {
  return conditions.reduceRight<Goals | undefined>((rest, condition) => first({ kind, condition, level }, rest), next);
}

interface Candidate {
  value: unknown;
  display: Display | undefined;
}

/** The possible values of a parameter that are relevant to a condition. */
function candidates({ type, choices, raw, name }: Parameter, { kind, condition }: ConditionGoal): readonly Candidate[] {
  if (type === 'boolean') return either;
  if (choices) {
    const added = name === 'resource' || name === 'operation' ? withCustomCall : [];
    return [...choices, always(orAnything(raw['default'])), ...added];
  }
  const listed = condition.values.filter((value) => typeof value !== 'object');
  const open = kind === 'hide' || listed.length < condition.values.length || listed.length === 0;
  return open ? anyValue : listed.map(always);
}

const always = (value: unknown): Candidate => ({ value, display: undefined });
const either = [true, false].map(always);
const anyValue = [always(anything)];
const withCustomCall = [always(customApiCall)];

function assuming(value: unknown, { level, name }: Parameter, { goals, hides, assumed, depth }: Task): Task {
  return { goals, hides, assumed: { level: level.id, name, value, before: assumed }, depth };
}
