/** Levels of objects and lists, and values of one example. */
const most = { depth: 6, values: 500 };

/** A value that fits a schema of zod, version 3 or 4, or a JSON schema; a text for others. */
export function exampleOf(schema: unknown): unknown {
  let left = most.values;
  const valueFor = (one: unknown, depth: number): unknown => {
    left -= 1;
    if (depth > most.depth || left < 0) return text;
    const inner = (other: unknown) => valueFor(other, depth + 1);
    const { kind, def, shape } = partsOf(Object(one));
    switch (kind) {
      case 'object':
        return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, inner(field)]));
      case 'array':
        return [inner(def['element'] ?? def['items'] ?? def['type'])];
      case 'number':
      case 'integer':
        return 1;
      case 'boolean':
        return true;
      case 'enum':
      case 'nativeenum':
        return memberOf(Object.values(Object(def['entries'] ?? def['values'] ?? def['enum'])));
      case 'literal':
        return 'value' in def ? def['value'] : Object.values(Object(def['values']))[0];
      case 'const':
        return def['const'];
      case 'union':
      case 'discriminatedunion':
        return inner(Object.values(Object(def['options']))[0]);
      case 'lazy':
        return inner(typeof def['getter'] === 'function' ? def['getter']() : undefined);
      case 'string':
        return texts.get(formatOf(def)) ?? text;
      default:
        return inside.has(kind) ? inner(def['innerType'] ?? def['schema'] ?? def['in'] ?? def['type']) : text;
    }
  };
  return valueFor(schema, 0);
}

const text = 'v1';

/** Kinds that hold another one. */
const inside = new Set(
  'optional nullable default prefault nonoptional effects pipe pipeline readonly catch branded'.split(' '),
);

/** By the names of zod and of JSON schemas. */
const texts = new Map([
  ...['url', 'uri'].map((format) => [format, 'https://v1.example'] as const),
  ['email', 'v1@mail.example'],
  ...['uuid', 'guid'].map((format) => [format, '0f8fad5b-d9cb-469f-a165-70867728950e'] as const),
  ...['datetime', 'date-time'].map((format) => [format, '2026-01-15T10:00:00Z'] as const),
  ['date', '2026-01-15'],
]);

/** An enumeration of TypeScript with numbers has its names as values, too. */
const memberOf = (values: readonly unknown[]) => values.find((one) => typeof one === 'number') ?? values[0];

/** What a text has to be: `url`, `email`; `undefined` for any text. */
function formatOf({ format, checks }: Record<string, unknown>): string {
  const [check] = Array.isArray(checks) ? checks : [];
  const of = Reflect.get(Object(Reflect.get(Object(check), '_zod')), 'def') ?? check;
  return String(format ?? Reflect.get(Object(of), 'format') ?? Reflect.get(Object(of), 'kind'));
}

/** What zod and JSON schemas say in different ways. */
function partsOf(schema: object): { kind: string; def: Record<string, unknown>; shape: object } {
  const zod: unknown = Reflect.get(Object(Reflect.get(schema, '_zod')), 'def') ?? Reflect.get(schema, '_def');
  const def: Record<string, unknown> = { ...Object(zod ?? schema) };
  const { typeName, type } = def;
  const kind = Array.isArray(def['enum']) ? 'enum' : 'const' in def ? 'const' : String(typeName ?? type);
  const given = zod === undefined ? def['properties'] : Reflect.get(schema, 'shape');
  return { kind: kind.replace(/^Zod/, '').toLowerCase(), def, shape: Object(given) };
}
