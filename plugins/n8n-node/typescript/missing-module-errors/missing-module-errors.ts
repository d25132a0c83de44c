import { isBuiltin } from 'node:module';
import { dirname } from 'node:path/posix';
import { join, normalize } from '../../project/project-path.ts';
import type { Diagnostic } from '../compile-output.ts';
import { missingModule, untypedBuiltin } from '../typescript-output.ts';
import { type ModuleFacts, readModuleFacts } from './module-facts.ts';

/** The sources that TypeScript read; paths relative to the project. */
interface Sources {
  paths: readonly string[];
  read(path: string): string;
  /** `paths` of the configuration. */
  aliases: Readonly<Record<string, readonly string[]>>;
  /** Available packages of which a dependency is missing. */
  incomplete?: readonly string[];
}

/** Errors about parameters, variables and members that are `any` because their origin is unknown. */
const implicitAny = new Set([
  2683, 7005, 7006, 7010, 7011, 7015, 7017, 7018, 7019, 7020, 7022, 7023, 7024, 7031, 7034, 7041, 7053,
]);
/** Errors about type arguments of unknown functions, unused `@ts-expect-error`, and augmentations of unknown modules. */
const ofUnknownModule = new Set([2347, 2354, 2578, 2665, 2666, 2671]);
/** Errors that a type guard or an assertion could prevent. */
const narrowable = new Set([2322, 2339, 2345, 2349, 2365, 2454, 2488, 2531, 2532, 2533, 2538, 2571, 2722, 2769]);
const ofNarrowedName = new Set([18046, 18047, 18048, 18049, ...narrowable]);
/** Errors about values of type `unknown` that do not name it: of spreading one, and of one at the right of `in`. */
const ofUnnamedType = new Set([2638, 2698]);
/** Globals of Node.js that differ between versions of its types. */
const globalsOfNode = ['Buffer', 'process', 'NodeJS', 'global', 'fetch', 'Response', 'Request', 'FormData', 'Blob'];
/** Errors that do not occur if the last call never returns. */
const ofEnding = new Set([2366, 7027, 7030]);

/**
 * Marks errors that a missing module may cause: TypeScript does not know the types of its imports, nor of anything
 * derived from them, and suppresses most errors about them, but not all. Types of a package with a missing dependency
 * may even be wrong.
 */
export function markFallout(diagnostics: readonly Diagnostic[], sources: Sources): Diagnostic[] {
  const missing = new Map<string, Set<string>>();
  for (const diagnostic of diagnostics) {
    const specifier = missingModule(diagnostic) ?? untypedBuiltin(diagnostic);
    if (diagnostic.file === undefined || specifier === undefined) continue;
    const path = normalize(diagnostic.file);
    missing.set(path, (missing.get(path) ?? new Set()).add(specifier));
  }
  const { incomplete = [] } = sources;
  if (missing.size === 0 && incomplete.length === 0) return [...diagnostics];
  const modules = new Map(sources.paths.map((path) => [path, new TaintedModule(path, sources, missing.get(path))]));
  const reached = reaching(modules, sources);
  const heirs = uncertainHeirs([...modules.values()]);
  return diagnostics.map((diagnostic) => {
    const path = diagnostic.file === undefined ? undefined : normalize(diagnostic.file);
    const module = path === undefined || !reached.has(path) ? undefined : modules.get(path);
    const fallout =
      module !== undefined && missingModule(diagnostic) === undefined && isFallout(diagnostic, module, heirs);
    return fallout ? { ...diagnostic, fallout } : diagnostic;
  });
}

function isFallout(diagnostic: Diagnostic, module: TaintedModule, heirs: RegExp | undefined): boolean {
  const { code, message } = diagnostic;
  if ([implicitAny, ofUnknownModule, ofUnnamedType].some((codes) => codes.has(code)) || !module.facts) return true;
  if (heirs?.test(message) || module.restsOnIncomplete(diagnostic)) return true;
  if (ofEnding.has(code)) return module.endsInUnknown;
  // `keyof` an unknown type.
  if (/\bsymbol\b/.test(message)) return true;
  // TypeScript infers `unknown` if it cannot infer a type; caught errors always are.
  if (/\bunknown\b/.test(message) && !module.isCaught(diagnostic)) return true;
  // What is left of it where code asks whether there is anything.
  if (/\btype '\{\}'/.test(message) && !module.isOfEmptyObject(diagnostic)) return true;
  return ofNarrowedName.has(code) && module.mayBeNarrowed(diagnostic);
}

/** The files that import a missing module, directly or indirectly. */
function reaching(modules: ReadonlyMap<string, TaintedModule>, sources: Sources): Set<string> {
  const importers = new Map<string, string[]>();
  const byStem = new Map(sources.paths.flatMap((path) => stems(path).map((stem) => [stem, path] as const)));
  for (const { path, facts } of modules.values()) {
    for (const { specifier } of facts?.imports ?? []) {
      for (const stem of targets(path, specifier, sources.aliases)) {
        const target = byStem.get(stem.replace(/\.[cm]?jsx?$/, '')) ?? byStem.get(stem);
        if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), path]);
      }
    }
  }
  const reached = new Set<string>();
  const todo = [...modules.values()].filter(({ isTainted }) => isTainted).map(({ path }) => path);
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    todo.push(...(importers.get(path) ?? []));
  }
  return reached;
}

function stems(path: string): string[] {
  const stem = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
  return stem.endsWith('/index') ? [stem, dirname(stem)] : [stem];
}

function targets(from: string, specifier: string, aliases: Sources['aliases']): string[] {
  if (specifier.startsWith('.')) return [normalize(join(dirname(from), specifier)).replace(/\/$/, '')];
  return Object.entries(aliases).flatMap(([pattern, places]) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) return pattern === specifier ? places : [];
    if (!specifier.startsWith(before) || !specifier.endsWith(after)) return [];
    const rest = specifier.slice(before.length, specifier.length - after.length);
    return places.map((place) => normalize(place.replace('*', () => rest)));
  });
}

/** Matches messages about classes and interfaces with unknown members. */
function uncertainHeirs(modules: readonly TaintedModule[]): RegExp | undefined {
  const heirs = modules.flatMap(({ facts, uncertain }) => (facts?.heirs ?? []).map((heir) => ({ ...heir, uncertain })));
  const names = new Set<string>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const { name, bases, uncertain } of heirs) {
      if (names.has(name) || !bases.some((base) => uncertain.has(base) || names.has(base))) continue;
      names.add(name);
      grown = true;
    }
  }
  const escaped = [...names].map((name) => name.replaceAll('$', '\\$'));
  return escaped.length === 0 ? undefined : new RegExp(`(?<![\\w$])(?:${escaped.join('|')})(?![\\w$])`);
}

class TaintedModule {
  readonly path: string;
  /** Undefined for a file that cannot be parsed: all of its errors may have any cause. */
  readonly facts: ModuleFacts | undefined;
  /** Whether it imports a missing or incomplete module. */
  readonly isTainted: boolean;
  /** Local names of values that come from there. */
  readonly uncertain: ReadonlySet<string>;
  /** Local names of values from incomplete packages. */
  readonly #incomplete: Set<string>;
  readonly #lines: string[];
  readonly #handed: Set<string>;

  constructor(path: string, sources: Sources, missing: ReadonlySet<string> = new Set()) {
    const text = sources.read(path);
    this.path = path;
    this.facts = readModuleFacts(path, text);
    this.#lines = text.split(/\r\n|\n|\r/);
    const { imports = [], derived = [], handed = [] } = this.facts ?? {};
    const { incomplete = [] } = sources;
    const ofNode = incomplete.includes('@types/node');
    const isIncomplete = ({ specifier }: { specifier: string }) =>
      incomplete.some((name) => specifier === name || specifier.startsWith(`${name}/`)) ||
      (ofNode && isBuiltin(specifier));
    const used = ofNode ? globalsOfNode.filter((name) => text.includes(name)) : [];
    this.#incomplete = madeOf([...imports.filter(isIncomplete), { names: used }], derived);
    const ofMissing = madeOf(
      imports.filter(({ specifier }) => missing.has(specifier)),
      derived,
    );
    this.uncertain = new Set([...this.#incomplete, ...ofMissing]);
    this.isTainted = missing.size > 0 || used.length > 0 || imports.some(isIncomplete);
    const known = handed.filter(({ callee }) => this.uncertain.has(callee));
    this.#handed = new Set(known.flatMap(({ texts }) => texts));
  }

  get endsInUnknown(): boolean {
    return this.facts?.bareCalls.some((name) => this.uncertain.has(name)) ?? true;
  }

  /** Whether an error is about a value from an incomplete package, by its name or line. */
  restsOnIncomplete({ message, line }: Diagnostic): boolean {
    const texts = [message, this.#lines[(line ?? 1) - 1] ?? ''];
    return texts.some((text) =>
      [...text.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)].some(([name]) => this.#incomplete.has(name)),
    );
  }

  isCaught(diagnostic: Diagnostic): boolean {
    return this.facts?.caught.includes(this.#nameAt(diagnostic) ?? '') ?? false;
  }

  /** Whether an error is about a member of a variable that the file initializes with `{}`. */
  isOfEmptyObject({ line = 1, column = 1 }: Diagnostic): boolean {
    const before = (this.#lines[line - 1] ?? '').slice(0, column - 1);
    const name = /(?<![\p{ID_Continue}$])([\p{ID_Start}$_][\p{ID_Continue}$]*)[?!]?\.$/u
      .exec(before)?.[1]
      ?.replaceAll('$', '\\$');
    return (
      name !== undefined &&
      new RegExp(`(?<![\\w$])${name}\\b[^=\\n]{0,100}=\\s*\\{\\s*\\}`).test(this.#lines.join('\n'))
    );
  }

  mayBeNarrowed(diagnostic: Diagnostic): boolean {
    const line = this.#lines[(diagnostic.line ?? 1) - 1] ?? '';
    const from = narrowable.has(diagnostic.code) ? 0 : (diagnostic.column ?? 1) - 1;
    const names = line
      .slice(from)
      .matchAll(/(?:this|[\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\??\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*/gu);
    for (const [path] of names) {
      // `value.name` is narrowed when `value` is.
      for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
        if (this.#handed.has(path.slice(0, end))) return true;
      }
      if (from > 0) return false;
    }
    return false;
  }

  #nameAt({ line = 1, column = 1 }: Diagnostic): string | undefined {
    const rest = (this.#lines[line - 1] ?? '').slice(column - 1);
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(rest)?.[0];
  }
}

/** Local names of imports and of values derived from them. */
function madeOf(imports: readonly { names: readonly string[] }[], derived: ModuleFacts['derived']): Set<string> {
  const names = new Set(imports.flatMap((one) => one.names));
  for (let size = -1; size < names.size; ) {
    size = names.size;
    for (const { name, from } of derived) if (names.has(from)) names.add(name);
  }
  return names;
}
