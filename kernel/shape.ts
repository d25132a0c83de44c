/** Keys and indexes of a nested value. */
export type Path = readonly (string | number)[];

export interface ShapeErrors {
  /** In order of traversal: `must be string`. */
  wrong: { path: Path; message: string }[];
  /** Unknown fields, with the known ones. */
  unknown: { path: Path; field: string; known: readonly string[] }[];
}

/**
 * Validates a value and adds its errors. Used for plugins, which are validated at every start: loading a schema library would
 * take longer than all of this.
 */
export type Shape = (value: unknown, path: Path, errors: ShapeErrors) => void;

/** A shape that accepts `undefined` and absent fields. */
type Optional = Shape & { optional: true };

const must =
  (message: string, holds: (value: unknown) => boolean): Shape =>
  (value, path, { wrong }) => {
    if (!holds(value)) wrong.push({ path, message: `must ${message}` });
  };

const isText = (value: unknown) => typeof value === 'string';

/** A non-empty string. */
export const text: Shape = (value, path, errors) => {
  if (isText(value)) must('not be empty', (given) => given !== '')(value, path, errors);
  else must('be string', isText)(value, path, errors);
};

export const callable: Shape = must('be a function', (value) => typeof value === 'function');

/** A finite number greater than zero. */
export const positive: Shape = must(
  'be a finite number > 0',
  (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
);

export function matching(pattern: RegExp): Shape {
  const matches = must(`match ${pattern}`, (value) => pattern.test(String(value)));
  return (value, path, errors) => (isText(value) ? matches : text)(value, path, errors);
}

export function oneOf(...values: readonly string[]): Shape {
  return must(`be one of: ${values.join(', ')}`, (value) => values.some((one) => one === value));
}

export function optional(shape: Shape): Optional {
  const either: Shape = (value, path, errors) => {
    if (value !== undefined) shape(value, path, errors);
  };
  return Object.assign(either, { optional: true as const });
}

export function list(item: Shape, { minItems = 0 }: { minItems?: number } = {}): Shape {
  const isLongEnough = must(
    `have at minItems ${minItems} ${minItems === 1 ? 'item' : 'items'}`,
    (value) => Array.isArray(value) && value.length >= minItems,
  );
  return (value, path, errors) => {
    if (!Array.isArray(value)) return must('be array', () => false)(value, path, errors);
    isLongEnough(value, path, errors);
    for (const [index, inner] of value.entries()) item(inner, [...path, index], errors);
  };
}

/** An object with any keys and values of one shape. */
export function byName(shape: Shape): Shape {
  return (value, path, errors) => {
    if (!isRecord(value)) return must('be object', isRecord)(value, path, errors);
    for (const [name, inner] of Object.entries(value)) shape(inner, [...path, name], errors);
  };
}

/** An object with exactly these fields. */
export function fields<Name extends string>(shapes: Readonly<Record<Name, Shape | Optional>>): Shape {
  const known = new Map<string, Shape | Optional>(Object.entries(shapes));
  return (value, path, errors) => {
    if (!isRecord(value)) return must('be object', isRecord)(value, path, errors);
    // `in` also finds members of a class.
    const absent = [...known].filter(([name, shape]) => !(name in value) && !('optional' in shape));
    if (absent.length > 0) must(`have ${absent.map(([name]) => name).join(', ')}`, () => false)(value, path, errors);
    for (const [name, shape] of known) if (name in value) shape(value[name], [...path, name], errors);
    for (const field of Object.keys(value)) {
      if (!known.has(field)) errors.unknown.push({ path, field, known: [...known.keys()] });
    }
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
