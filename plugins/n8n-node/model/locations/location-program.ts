import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'oxc-parser';
import type { SandboxProgram } from '../../../../kernel/sandbox.ts';
import { childrenOf, unwrap } from '../../ast/children.ts';
import { keyName } from '../../ast/scope.ts';
import { type SourceView, viewSource } from '../sources/source-view.ts';
import type { Found, LocationOutput } from './location-output.ts';
import { canonical, type Wanted } from './wanted.ts';

export interface LocationInput {
  /** Sources, relative to the project. */
  files: readonly string[];
  wanted: readonly Wanted[];
}

/** Bytes of a file, and of all files. */
const maxFileBytes = 2 * 1024 * 1024;
const maxProjectBytes = 64 * 1024 * 1024;
/** Locations of one object or text: if there are many, none is the right one. */
const maxLocations = 40;

/** Locates objects and texts of descriptions in the sources. Does not run them. */
const program: SandboxProgram<LocationInput, LocationOutput> = (place, { files, wanted }) => {
  const search = new Search(wanted);
  let room = maxProjectBytes;
  for (const file of files) {
    const path = join(place.project, file);
    const { size } = statSync(path);
    room -= size;
    if (size > maxFileBytes || room < 0) continue;
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    if (!search.mayBeIn(text)) continue;
    try {
      search.in(viewSource(file, text));
    } catch {
      // Another check reports files that cannot be parsed; here they have no locations.
    }
  }
  return { found: search.found };
};
export default program;

type Fields = ReadonlyMap<string, { value: Node; start: number }>;

class Search {
  readonly found: Found[] = [];
  readonly #counts: number[];
  readonly #wanted: readonly Wanted[];
  readonly #byName = new Map<string, number[]>();
  readonly #byText = new Map<string, number[]>();

  constructor(wanted: readonly Wanted[]) {
    this.#wanted = wanted;
    this.#counts = wanted.map(() => 0);
    for (const [index, { name, displayName, text }] of wanted.entries()) {
      const [map, key] = text === undefined ? [this.#byName, name ?? displayName ?? ''] : [this.#byText, text];
      map.set(key, [...(map.get(key) ?? []), index]);
    }
  }

  mayBeIn(text: string): boolean {
    return [...this.#byName.keys()].some((name) => text.includes(name)) || this.#byText.size > 0;
  }

  in(view: SourceView): void {
    const pending: Node[] = [view.tree.program];
    for (let node = pending.pop(); node; node = pending.pop()) {
      this.#look(node, view);
      // One by one: a list may have more entries than a call can have arguments.
      for (const child of childrenOf(node)) pending.push(child);
    }
  }

  #look(node: Node, view: SourceView): void {
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') {
      if (this.#byText.size === 0) return;
      const text = view.constants.text(node)?.text;
      for (const index of (text !== undefined && this.#byText.get(text)) || []) this.#tell(index, node, view);
      return;
    }
    if (node.type !== 'ObjectExpression' && node.type !== 'ClassBody') return;
    const fields = fieldsOf(node);
    const textOf = (key: string) => {
      const field = fields.get(key);
      return field && view.constants.text(field.value)?.text;
    };
    const names = new Set([textOf('name'), textOf('displayName')]);
    for (const key of names) {
      if (key === undefined) continue;
      for (const index of this.#byName.get(key) ?? []) {
        const wanted = this.#wanted[index];
        if (!wanted || !isIt(wanted, fields, textOf)) continue;
        const field = wanted.key === undefined ? undefined : fields.get(wanted.key);
        this.#tell(index, field ? { start: field.start, end: field.value.end } : node, view);
      }
    }
  }

  #tell(index: number, { start, end }: { start: number; end: number }, view: SourceView): void {
    const count = (this.#counts[index] ?? 0) + 1;
    this.#counts[index] = count;
    if (count > maxLocations) return;
    const endLine = view.position(Math.max(start, end - 1)).line;
    this.found.push({ index, file: view.path, ...view.position(start), endLine });
  }
}

/** The fields of an object literal or a class in the source. */
function fieldsOf(node: Extract<Node, { type: 'ObjectExpression' | 'ClassBody' }>): Fields {
  const fields = new Map<string, { value: Node; start: number }>();
  for (const member of node.type === 'ObjectExpression' ? node.properties : node.body) {
    if (member.type === 'MethodDefinition' && member.kind === 'constructor') addAssigned(member, fields);
    if (member.type !== 'Property' && member.type !== 'PropertyDefinition') continue;
    const key = keyName(member);
    if (key !== undefined && member.value) fields.set(key, { value: member.value, start: member.start });
  }
  return fields;
}

/** `this.name = …` in a constructor: compiled fields. */
function addAssigned(method: Node, fields: Map<string, { value: Node; start: number }>): void {
  if (method.type !== 'MethodDefinition') return;
  for (const statement of method.value.body?.body ?? []) {
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') continue;
    const { left, right } = statement.expression;
    if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') continue;
    const { property, computed } = left;
    const key = keyName({ key: property, computed });
    if (key !== undefined) fields.set(key, { value: right, start: statement.start });
  }
}

/** Whether the source matches; expressions that are not literals match everything. */
function isIt(wanted: Wanted, fields: Fields, textOf: (key: string) => string | undefined): boolean {
  for (const key of ['name', 'displayName'] as const) {
    const text = textOf(key);
    if (text === undefined ? fields.has(key) !== (wanted[key] !== undefined) : text !== wanted[key]) return false;
  }
  for (const [key, text] of Object.entries(wanted.texts ?? {})) if ((textOf(key) ?? text) !== text) return false;
  if (wanted.fields && [...fields.keys()].some((key) => !wanted.fields?.includes(key))) return false;
  const value = literal(fields.get('value')?.value);
  if (value !== undefined && wanted.value !== undefined && canonical(value.is) !== wanted.value) return false;
  const options = fields.get('displayOptions')?.value;
  if (!options) return wanted.show === undefined;
  const shown = literal(options)?.is;
  if (typeof shown !== 'object' || shown === null || !('show' in shown)) return true;
  return canonical(shown.show) === wanted.show;
}

/** The value of an expression of literals, arrays and objects; undefined for others. */
function literal(node: Node | undefined): { is: unknown } | undefined {
  const inner = node && unwrap(node);
  if (inner?.type === 'Literal') return { is: inner.value };
  if (inner?.type === 'ArrayExpression') {
    const items = inner.elements.map((element) => literal(element ?? undefined));
    return items.every((item) => item !== undefined) ? { is: items.map((item) => item.is) } : undefined;
  }
  if (inner?.type !== 'ObjectExpression') return undefined;
  const fields = fieldsOf(inner);
  if (fields.size !== inner.properties.length) return undefined;
  const entries = [...fields].map(([key, { value }]) => [key, literal(value)] as const);
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return { is: Object.fromEntries(entries.map(([key, value]) => [key, value?.is])) };
}
