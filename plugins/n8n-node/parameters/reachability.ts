import { type Condition, type Display, holdsFor } from './display-conditions.ts';
import { type Level, type Parameter, topOf } from './parameter.ts';
import { isUnknown } from './plain.ts';

/** Steps of the search for one parameter. People's need some dozens; past the limit nothing is said. */
const stepLimit = 5000;
/** And for all of one description. */
const totalLimit = 400_000;
/** Parameters that depend on each other, one on the next. */
const depthLimit = 1000;

/** What n8n adds to the lists `resource` and `operation` of a node whose credential can sign requests. */
const customApiCall = '__CUSTOM_API_CALL__';

/** Anything: a value that nobody could list. */
const anything = Symbol('anything');

/** What is assumed of parameters so far: a chain, so that every branch of the search extends its own. */
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

interface Goals {
  goal: Goal;
  next: Goals | undefined;
}

/** What is left to do. What hides comes last: only then is it known what the rest assumes. */
interface Task {
  goals: Goals | undefined;
  hides: Goals | undefined;
  assumed: Assumed | undefined;
  depth: number;
}

class TooFar extends Error {}

/**
 * Whether there is any way to fill in a node so that n8n shows one of its parameters. Where that can't be told for sure
 * (values that are loaded, patterns, too many combinations) the answer is that there is.
 *
 * It follows `displayParameter` and `getNodeParameters` of n8n-workflow (dist/cjs/node-helpers.js): a parameter that is
 * not shown has its default all the same, unless another one shares its name; those of a collection have no value until
 * they are added.
 */
export class Reachability {
  #versions: readonly unknown[] = [];
  #left = totalLimit;
  #steps = 0;
  /** Whether anything was taken for possible only because it could not be told. */
  #doubt = false;

  /**
   * Whether a parameter, or anything else with display options at the level, can be shown. Conditions on the version of
   * the node are left aside: descriptions are shared by versions, and one that is for another version harms nobody.
   */
  canBeShown(display: Display | undefined, level: Level): boolean {
    this.#versions = [];
    return this.#search([{ kind: 'displayed', display, level }]);
  }

  /**
   * Whether two things beside each other can surely be shown at once: here doubt counts as no.
   * @param versions that the description is for
   */
  canBeShownTogether(
    one: Display | undefined,
    other: Display | undefined,
    { level, versions }: { level: Level; versions: readonly unknown[] },
  ): boolean {
    this.#versions = versions;
    const together = this.#search([
      { kind: 'displayed', display: one, level },
      { kind: 'displayed', display: other, level },
    ]);
    return together && !this.#doubt;
  }

  /** Whether one line of `show` can be met, all others left aside. */
  canBeMet(condition: Condition, level: Level): boolean {
    this.#versions = [];
    return this.#search([{ kind: 'show', condition, level }]);
  }

  #search(wanted: readonly Goal[]): boolean {
    const before = Math.min(stepLimit, this.#left);
    this.#steps = before;
    this.#doubt = false;
    try {
      return this.#solve({ goals: chain(wanted, undefined), hides: undefined, assumed: undefined, depth: 0 });
    } catch (error) {
      if (!(error instanceof TooFar)) throw error;
      this.#doubt = true;
      return true;
    } finally {
      this.#left -= before - this.#steps;
    }
  }

  #solve(task: Task): boolean {
    const { goals, hides } = task;
    this.#steps -= 1;
    if (this.#steps <= 0 || task.depth > depthLimit) throw new TooFar();
    const depth = task.depth + 1;
    if (goals?.goal.kind === 'displayed') {
      if (goals.goal.display?.complete === false) this.#doubt = true;
      const { shows, hides: more } = conditionsOf(goals.goal);
      return this.#solve({ ...task, goals: chain(shows, goals.next), hides: chain(more, hides), depth });
    }
    if (goals?.goal) return this.#meet(goals.goal, { ...task, goals: goals.next, depth });
    if (hides && hides.goal.kind !== 'displayed') return this.#meet(hides.goal, { ...task, hides: hides.next, depth });
    return true;
  }

  #meet(goal: ConditionGoal, rest: Task): boolean {
    const place = locate(goal.condition.key, goal.level);
    if (place === undefined) return this.#special(goal, rest);
    if (place.kind === 'parameters') return this.#parameter(goal, place, rest);
    if (place.kind === 'absent') return this.#isWanted(goal, undefined) && this.#solve(rest);
    this.#doubt = true;
    return this.#solve(rest);
  }

  /** `@version`, and what else does not depend on parameters. */
  #special(goal: ConditionGoal, rest: Task): boolean {
    const { key } = goal.condition;
    if (key !== '@version' || this.#versions.length === 0) {
      this.#doubt = true;
      return this.#solve(rest);
    }
    const known = valueIn(rest.assumed, 0, key);
    return (known === undefined ? this.#versions : [known]).some(
      (version) =>
        this.#isWanted(goal, version) &&
        this.#solve({ ...rest, assumed: { level: 0, name: key, value: version, before: rest.assumed } }),
    );
  }

  #parameter(goal: ConditionGoal, { level, name, parameters }: ParameterPlace, rest: Task): boolean {
    const known = valueIn(rest.assumed, level.id, name);
    if (known !== undefined) return this.#isWanted(goal, known) && this.#solve(rest);
    // It may have no value at all, unless one of its name is always there.
    const optional = level.kind === 'collection' || parameters.every(({ display }) => display !== undefined);
    if (optional && (goal.kind === 'hide' || holdsFor(goal.condition.values, undefined) === true)) {
      this.#doubt = true;
      return this.#solve(rest);
    }
    const assume = (value: unknown): Task => ({
      ...rest,
      assumed: { level: level.id, name, value, before: rest.assumed },
    });
    return parameters.some((parameter) => {
      const given = candidates(parameter, goal).some(({ value, display }) => {
        if (!this.#isWanted(goal, value)) return false;
        // The values of a multiple choice don't exclude each other.
        const task = parameter.type === 'multiOptions' ? rest : assume(value);
        const both = [parameter.display, display].map((one): Goal => ({ kind: 'displayed', display: one, level }));
        return this.#solve({ ...task, goals: chain(both, task.goals) });
      });
      if (given) return true;
      if (parameters.length > 1 || !parameter.display || level.kind === 'collection') return false;
      const initial = orAnything(parameter.raw['default']);
      return this.#isWanted(goal, initial) && this.#solve(assume(initial));
    });
  }

  /** Whether a value is what the goal wants, as far as that can be told. */
  #isWanted({ kind, condition }: ConditionGoal, value: unknown): boolean {
    const held = value === anything ? undefined : holdsFor(condition.values, value);
    if (held === undefined) this.#doubt = true;
    return held !== (kind === 'hide');
  }
}

const chain = (goals: readonly Goal[], next: Goals | undefined): Goals | undefined =>
  goals.reduceRight<Goals | undefined>((rest, goal) => ({ goal, next: rest }), next);

const orAnything = (value: unknown) => (isUnknown(value) ? anything : value);

type ParameterPlace = { kind: 'parameters'; level: Level; name: string; parameters: readonly Parameter[] };
type Place =
  | ParameterPlace
  /** There is no such parameter. */
  | { kind: 'absent' }
  /** There may be; or it is a part of one. */
  | { kind: 'unclear' };

/** What a key of display options refers to; undefined for those that begin with `@`. */
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

/** The conditions of something with display options: its own, and those of what it stands in. */
function conditionsOf({ display, level }: Goal & { kind: 'displayed' }): { shows: Goal[]; hides: Goal[] } {
  const shows = (display?.show ?? []).map((condition): Goal => ({ kind: 'show', condition, level }));
  const hides = (display?.hide ?? []).map((condition): Goal => ({ kind: 'hide', condition, level }));
  const { owner } = level;
  if (owner) shows.push({ kind: 'displayed', display: owner.display, level: owner.level });
  return { shows, hides };
}

/** The values that a parameter can be given, as far as the condition asks after them. */
function candidates(
  { type, choices, raw, name }: Parameter,
  { kind, condition }: ConditionGoal,
): { value: unknown; display: Display | undefined }[] {
  const always = (values: readonly unknown[]) => values.map((value) => ({ value, display: undefined }));
  if (type === 'boolean') return always([true, false]);
  if (choices) {
    const added = name === 'resource' || name === 'operation' ? [customApiCall] : [];
    return [...choices, ...always([orAnything(raw['default']), ...added])];
  }
  const listed = condition.values.filter((value) => typeof value !== 'object');
  const open = kind === 'hide' || listed.length < condition.values.length || listed.length === 0;
  return always(open ? [anything] : listed);
}

/** Undefined: nothing is assumed of it. */
function valueIn(assumed: Assumed | undefined, level: number, name: string): unknown {
  for (let one = assumed; one; one = one.before) if (one.level === level && one.name === name) return one.value;
  return undefined;
}
