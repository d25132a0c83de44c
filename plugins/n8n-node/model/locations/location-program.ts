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
  return { found: search.locations() };
};
export default program;

type Fields = ReadonlyMap<string, { value: Node; start: number }>;

/** Whether a source object has all fields of the wanted one, or those that are not computed, or only its names. */
type Likeness = 'whole' | 'part' | 'names';

interface Match {
  likeness: Likeness;
  /** Whether it has the same options. */
  hasOptions?: boolean;
  node: Node;
  start: number;
  end: number;
}

class Search {
  readonly #found: Found[] = [];
  /** Of objects that code changes after they are written. */
  readonly #byNames: Found[][];
  readonly #counts: number[];
  readonly #wanted: readonly Wanted[];
  readonly #byName = new Map<string, number[]>();
  readonly #byText = new Map<string, number[]>();
  /** In the current file, by the index of what is wanted. */
  #matches = new Map<number, Match[]>();

  constructor(wanted: readonly Wanted[]) {
    this.#wanted = wanted;
    this.#counts = wanted.map(() => 0);
    this.#byNames = wanted.map(() => []);
    for (const [index, { name, displayName, text }] of wanted.entries()) {
      const [map, key] = text === undefined ? [this.#byName, name ?? displayName ?? ''] : [this.#byText, text];
      map.set(key, [...(map.get(key) ?? []), index]);
    }
  }

  mayBeIn(text: string): boolean {
    return [...this.#byName.keys()].some((name) => text.includes(name)) || this.#byText.size > 0;
  }

  in(view: SourceView): void {
    this.#matches = new Map();
    const pending: Node[] = [view.tree.program];
    for (let node = pending.pop(); node; node = pending.pop()) {
      this.#look(node, view);
      // One by one: a list may have more entries than a call can have arguments.
      for (const child of childrenOf(node)) pending.push(child);
    }
    for (const [index, matches] of this.#matches) this.#tell(index, matches, view);
  }

  locations(): Found[] {
    const changed = this.#byNames.flatMap((matches, index) =>
      this.#counts[index] === 0 && matches.length === 1 ? matches : [],
    );
    return [...this.#found, ...changed];
  }

  #look(node: Node, view: SourceView): void {
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') {
      if (this.#byText.size === 0) return;
      const text = view.constants.text(node)?.text;
      for (const index of (text !== undefined && this.#byText.get(text)) || [])
        this.#add(index, { likeness: 'whole', node, start: node.start, end: node.end });
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
        const likeness = wanted && likenessTo(wanted, fields, textOf);
        if (!likeness) continue;
        const field = wanted.key === undefined ? undefined : fields.get(wanted.key);
        const { start, end } = field ? { start: field.start, end: field.value.end } : node;
        const hasOptions = wanted.options !== undefined && wanted.options === optionsIn(fields);
        this.#add(index, { likeness, hasOptions, node, start, end });
      }
    }
  }

  #add(index: number, match: Match): void {
    const matches = this.#matches.get(index);
    if (!matches) this.#matches.set(index, [match]);
    else if (matches.length < maxLocations) matches.push(match);
  }

  /** The most alike of a file. */
  #tell(index: number, matches: readonly Match[], view: SourceView): void {
    const best = (['whole', 'part', 'names'] as const).find((one) => matches.some(({ likeness }) => likeness === one));
    const alike = matches.filter(({ likeness }) => likeness === best);
    const withOptions = alike.filter(({ hasOptions }) => hasOptions);
    for (const match of withoutTwins(withOptions.length > 0 ? withOptions : alike, view)) {
      const endLine = view.position(Math.max(match.start, match.end - 1)).line;
      const found = { index, file: view.path, ...view.position(match.start), endLine };
      if (best === 'names') {
        this.#byNames[index]?.push(found);
        continue;
      }
      const count = (this.#counts[index] ?? 0) + 1;
      this.#counts[index] = count;
      if (count <= maxLocations) this.#found.push(found);
    }
  }
}

/** Of equal objects in one list, the last one: it repeats the others. */
function withoutTwins(matches: readonly Match[], { text }: SourceView): Match[] {
  const textOf = (node: Node) => text.slice(node.start, node.end).replace(/\s+/g, ' ');
  return matches.filter(
    ({ node }) =>
      node.parent?.type !== 'ArrayExpression' ||
      !matches.some(
        (other) =>
          other.node.parent === node.parent && other.node.start > node.start && textOf(other.node) === textOf(node),
      ),
  );
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

/** How alike the source is; expressions that are not literals match everything. */
function likenessTo(wanted: Wanted, fields: Fields, textOf: (key: string) => string | undefined): Likeness | undefined {
  for (const key of ['name', 'displayName'] as const) {
    const text = textOf(key);
    if (text === undefined ? fields.has(key) !== (wanted[key] !== undefined) : text !== wanted[key]) return undefined;
  }
  const value = literal(fields.get('value')?.value);
  if (value !== undefined && wanted.value !== undefined && canonical(value.is) !== wanted.value) return undefined;
  if (!isShownAs(wanted, fields)) return undefined;
  const keyed = wanted.keyed === undefined ? undefined : literal(fields.get(wanted.key ?? '')?.value);
  const isSame =
    (keyed === undefined || canonical(keyed.is) === wanted.keyed) &&
    Object.entries(wanted.texts ?? {}).every(([key, text]) => (textOf(key) ?? text) === text) &&
    [...fields.keys()].every((key) => wanted.fields?.includes(key) ?? true);
  if (isSame) return wanted.fields?.every((key) => fields.has(key)) ? 'whole' : 'part';
  // Several options have the same name and label.
  return textOf('name') !== undefined && textOf('displayName') !== undefined ? 'names' : undefined;
}

function isShownAs(wanted: Wanted, fields: Fields): boolean {
  const options = fields.get('displayOptions')?.value;
  if (!options) return wanted.show === undefined;
  const shown = literal(options)?.is;
  if (typeof shown !== 'object' || shown === null || !('show' in shown)) return true;
  return canonical(shown.show) === wanted.show;
}

/** The values of the options in the source, as JSON; undefined if they are not literals. */
function optionsIn(fields: Fields): string | undefined {
  const node = fields.get('options')?.value;
  const list = node && unwrap(node);
  if (list?.type !== 'ArrayExpression') return undefined;
  const values = list.elements.map((element) => {
    const option = element && unwrap(element);
    const given = option?.type === 'ObjectExpression' ? fieldsOf(option) : undefined;
    return literal((given?.get('value') ?? given?.get('name'))?.value);
  });
  return values.every((value) => value !== undefined) ? canonical(values.map(({ is }) => is)) : undefined;
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
