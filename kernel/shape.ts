/** Where a value stands in what holds it. */
export type Path = readonly (string | number)[];

export interface Faults {
  /** In the order of reading: `must be string`. */
  wrong: { path: Path; message: string }[];
  /** Fields that nobody reads, with those that there are. */
  unknown: { path: Path; field: string; known: readonly string[] }[];
}

/**
 * What a value has to be: adds what is wrong with it to the faults. For the contract of plugins, which every start of
 * the command checks: a library of schemas takes longer to load than all of it to check.
 */
export type Shape = (value: unknown, path: Path, faults: Faults) => void;

/** A shape that also takes `undefined`, and an object without the field. */
type Optional = Shape & { optional: true };

const must =
  (message: string, holds: (value: unknown) => boolean): Shape =>
  (value, path, { wrong }) => {
    if (!holds(value)) wrong.push({ path, message: `must ${message}` });
  };

const isText = (value: unknown) => typeof value === 'string';

/** A text that is not empty. */
export const text: Shape = (value, path, faults) => {
  if (isText(value)) must('not be empty', (given) => given !== '')(value, path, faults);
  else must('be string', isText)(value, path, faults);
};

export const callable: Shape = must('be a function', (value) => typeof value === 'function');

/** A finite number above zero. */
export const positive: Shape = must(
  'be a finite number > 0',
  (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
);

export function matching(pattern: RegExp): Shape {
  const matches = must(`match ${pattern}`, (value) => pattern.test(String(value)));
  return (value, path, faults) => (isText(value) ? matches : text)(value, path, faults);
}

export function oneOf(...values: readonly string[]): Shape {
  return must(`be one of: ${values.join(', ')}`, (value) => values.some((one) => one === value));
}

export function optional(shape: Shape): Optional {
  const either: Shape = (value, path, faults) => {
    if (value !== undefined) shape(value, path, faults);
  };
  return Object.assign(either, { optional: true as const });
}

export function list(item: Shape, { least = 0 }: { least?: number } = {}): Shape {
  const long = must(
    `have at least ${least} ${least === 1 ? 'item' : 'items'}`,
    (value) => Array.isArray(value) && value.length >= least,
  );
  return (value, path, faults) => {
    if (!Array.isArray(value)) return must('be array', () => false)(value, path, faults);
    long(value, path, faults);
    for (const [index, inner] of value.entries()) item(inner, [...path, index], faults);
  };
}

/** An object that has values of one shape under any names. */
export function byName(shape: Shape): Shape {
  return (value, path, faults) => {
    if (!isRecord(value)) return must('be object', isRecord)(value, path, faults);
    for (const [name, inner] of Object.entries(value)) shape(inner, [...path, name], faults);
  };
}

/** An object of these fields and no other. */
export function fields<Name extends string>(shapes: Readonly<Record<Name, Shape | Optional>>): Shape {
  const known = new Map<string, Shape | Optional>(Object.entries(shapes));
  return (value, path, faults) => {
    if (!isRecord(value)) return must('be object', isRecord)(value, path, faults);
    // Also what a class gives to its instances.
    const absent = [...known].filter(([name, shape]) => !(name in value) && !('optional' in shape));
    if (absent.length > 0) must(`have ${absent.map(([name]) => name).join(', ')}`, () => false)(value, path, faults);
    for (const [name, shape] of known) if (name in value) shape(value[name], [...path, name], faults);
    for (const field of Object.keys(value)) {
      if (!known.has(field)) faults.unknown.push({ path, field, known: [...known.keys()] });
    }
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
