/** Levels of objects and lists. */
const maxDepth = 6;

/**
 * A value that fits a schema of zod, version 3 or 4, or a JSON schema; a text for others.
 * @param depth of the value
 */
export function exampleOf(schema: unknown, depth = 0): unknown {
  if (depth > maxDepth) return 'v1';
  const inner = (one: unknown) => exampleOf(one, depth + 1);
  const { kind, def, shape } = partsOf(Object(schema));
  switch (kind) {
    case 'object':
      return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, inner(one)]));
    case 'array':
      return [inner(def['element'] ?? def['items'] ?? def['type'])];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'enum':
    case 'nativeenum':
      return Object.values(Object(def['entries'] ?? def['values'] ?? def['enum']))[0];
    case 'literal':
      return def['value'] ?? Object.values(Object(def['values']))[0];
    case 'union':
      return inner(Object.values(Object(def['options']))[0]);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'effects':
    case 'pipe':
      return inner(def['innerType'] ?? def['schema'] ?? def['in']);
    default:
      return 'v1';
  }
}

/** What zod and JSON schemas say in different ways. */
function partsOf(schema: object): { kind: string; def: Record<string, unknown>; shape: object } {
  const zod: unknown = Reflect.get(Object(Reflect.get(schema, '_zod')), 'def') ?? Reflect.get(schema, '_def');
  const def: Record<string, unknown> = { ...Object(zod ?? schema) };
  const { typeName, type } = def;
  const kind = Array.isArray(def['enum']) ? 'enum' : String(typeName ?? type);
  const given = zod === undefined ? def['properties'] : Reflect.get(schema, 'shape');
  return { kind: kind.replace(/^Zod/, '').toLowerCase(), def, shape: Object(given) };
}
