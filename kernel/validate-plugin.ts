import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Check } from './check.ts';
import { serviceError } from './errors.ts';
import { severities } from './finding.ts';
import type { Plugin } from './plugin.ts';

const Name = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' });
// A rule that another tool owns keeps that tool's name: n8n-nodes-base/node-param-default-missing.
const Code = Type.String({ pattern: '^@?[a-z0-9]+([-/][a-z0-9]+)*$' });
const Text = Type.String({ minLength: 1 });
const Callable = Type.Refine(
  Type.Unknown(),
  (value) => typeof value === 'function',
  () => 'must be a function',
);

const RuleSchema = Type.Object({
  code: Code,
  title: Text,
  severity: Type.Enum([...severities]),
  why: Text,
  fix: Text,
  bad: Text,
  good: Text,
  docs: Type.Optional(Text),
});

const CheckSchema = Type.Object({
  name: Name,
  title: Text,
  docs: Type.Optional(Text),
  rules: Type.Array(RuleSchema),
  modes: Type.Array(Type.Enum(['project', 'package']), { minItems: 1 }),
  needs: Type.Optional(Type.Array(Name)),
  timeout: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  run: Callable,
});

const RulesetChangeSchema = Type.Object({
  kind: Type.Enum(['added', 'stricter', 'looser']),
  check: Type.Optional(Name),
  rule: Type.Optional(RuleSchema),
  code: Type.Optional(Code),
  what: Type.Optional(Text),
});

const ProjectTypeSchema = Type.Object({
  name: Name,
  title: Text,
  detect: Type.Optional(Callable),
  include: Type.Optional(Type.Array(Text)),
  checks: Type.Optional(Type.Array(CheckSchema)),
  ruleset: Type.Optional(Text),
  nextRuleset: Type.Optional(Type.Object({ source: Text, changes: Type.Array(RulesetChangeSchema) })),
  reserved: Type.Optional(Text),
});

const PluginSchema = Type.Object({
  name: Name,
  requires: Type.Optional(Type.Array(Name)),
  projectTypes: Type.Optional(Type.Array(ProjectTypeSchema)),
  checks: Type.Optional(Type.Record(Type.String(), Type.Array(CheckSchema))),
  apply: Type.Optional(Callable),
});

/**
 * Refuses a plugin whose parts are not of the documented shape.
 * @throws {ServiceError} PLUGIN_INVALID, or PLUGIN_UNKNOWN_OPTION for a field that nobody reads
 */
export function validatePlugin(plugin: unknown): asserts plugin is Plugin {
  validate(PluginSchema, plugin, 'the plugin', nameOf(plugin));
}

/**
 * The same for a check that a plugin adds by a hook.
 * @param plugin the plugin's name
 */
export function validateCheck(check: unknown, plugin: string): asserts check is Check {
  validate(CheckSchema, check, 'the check', plugin);
}

function validate(schema: TSchema, value: unknown, what: string, plugin: string): void {
  const [fault] = Value.Errors(schema, value);
  if (fault) {
    const where = fault.instancePath.slice(1).replaceAll('/', '.') || what;
    throw serviceError('PLUGIN_INVALID', { plugin, reason: `${where} ${fault.message}` });
  }
  refuseUnknown(schema, value, what, plugin);
}

function nameOf(plugin: unknown): string {
  const name = typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : undefined;
  return typeof name === 'string' && name !== '' ? name : '(unnamed)';
}

/** Walks schema and value together, so that the message can say where the unknown field stands. */
function refuseUnknown(schema: TSchema, value: unknown, where: string, plugin: string): void {
  if (Array.isArray(value) && Type.IsArray(schema)) {
    const { items } = schema;
    for (const [index, item] of value.entries()) refuseUnknown(items, item, `${where}[${index}]`, plugin);
  }
  if (typeof value !== 'object' || value === null) return;
  if (Type.IsRecord(schema)) {
    const [valueSchema] = Object.values(schema.patternProperties);
    if (!valueSchema) return;
    for (const [key, item] of Object.entries(value)) refuseUnknown(valueSchema, item, `${where}.${key}`, plugin);
  }
  if (!Type.IsObject(schema)) return;
  const known: Record<string, TSchema> = schema.properties;
  for (const [option, item] of Object.entries(value)) {
    const inner = Object.hasOwn(known, option) ? known[option] : undefined;
    if (!inner)
      throw serviceError('PLUGIN_UNKNOWN_OPTION', { plugin, option, where, known: Object.keys(known).join(', ') });
    refuseUnknown(inner, item, where.startsWith('the ') ? option : `${where}.${option}`, plugin);
  }
}
