import { isBuiltin } from 'node:module';
import { dirname } from 'node:path/posix';
import { join, normalize } from '../../project/project-path.ts';
import type { Diagnostic } from '../compile-output.ts';
import { missingModule } from '../typescript-output.ts';
import { type ModuleFacts, readModuleFacts } from './module-facts.ts';

/** The sources of a project, as far as TypeScript came to them; paths relative to it. */
export interface Sources {
  paths: readonly string[];
  read(path: string): string;
  /** `paths` of the configuration. */
  aliases: Readonly<Record<string, readonly string[]>>;
  /** Packages that are there, but not all that their types rest on. */
  incomplete?: readonly string[];
}

/** Errors about parameters, variables and members that are `any` because what they come from is not known. */
const implicitAny = new Set([
  2683, 7005, 7006, 7010, 7011, 7015, 7017, 7018, 7019, 7020, 7022, 7023, 7024, 7031, 7034, 7041, 7053,
]);
/** Type arguments for a function that is not known, an error that was expected there, and additions to its module. */
const ofUnknownModule = new Set([2347, 2354, 2578, 2665, 2666, 2671]);
/** Errors that a type guard or an assertion would have prevented. */
const narrowable = new Set([2322, 2339, 2345, 2349, 2365, 2454, 2488, 2531, 2532, 2533, 2538, 2571, 2698, 2722, 2769]);
const ofNarrowedName = new Set([18046, 18047, 18048, 18049, ...narrowable]);
/** What everybody has of Node.js without an import, as far as versions of its types differ about it. */
const globalsOfNode = ['Buffer', 'process', 'NodeJS', 'global', 'fetch', 'Response', 'Request', 'FormData', 'Blob'];
/** Errors that are none where the last call never returns. */
const ofEnding = new Set([2366, 7027, 7030]);

/**
 * Marks the errors that may follow from a module that TypeScript did not find: it knows nothing of what is imported
 * from there, and neither of what is made of it. TypeScript keeps quiet about most that follows, not about all. The same
 * goes for a package of which it found not all that its types rest on; of those it may say the wrong thing, too.
 */
export function markFallout(diagnostics: readonly Diagnostic[], sources: Sources): Diagnostic[] {
  const missing = new Map<string, Set<string>>();
  for (const diagnostic of diagnostics) {
    const specifier = missingModule(diagnostic);
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
  if (implicitAny.has(code) || ofUnknownModule.has(code) || !module.facts) return true;
  if (heirs?.test(message) || module.restsOnIncomplete(diagnostic)) return true;
  if (ofEnding.has(code)) return module.endsInUnknown;
  // What `keyof` makes of what is not known.
  if (/\bsymbol\b/.test(message)) return true;
  // What TypeScript can't infer is `unknown`; what is caught is so by itself.
  if (/\bunknown\b/.test(message) && !module.isCaught(diagnostic)) return true;
  return ofNarrowedName.has(code) && module.mayBeNarrowed(diagnostic);
}

/** The files that import a missing module, or a file that does. */
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

/** Matches messages that speak of a class or interface whose members are not all known. */
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
  /** Undefined for a file that can't be parsed: all of its errors may be due to anything. */
  readonly facts: ModuleFacts | undefined;
  /** Whether it imports a module that is missing, or one that is not whole. */
  readonly isTainted: boolean;
  /** Local names of what comes from there, or is made of that. */
  readonly uncertain: ReadonlySet<string>;
  /** Those of packages that are not whole, and what is made of it. */
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

  /** Whether it is about something that comes from a package of which not all is known: by name, or on its line. */
  restsOnIncomplete({ message, line }: Diagnostic): boolean {
    const texts = [message, this.#lines[(line ?? 1) - 1] ?? ''];
    return texts.some((text) =>
      [...text.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)].some(([name]) => this.#incomplete.has(name)),
    );
  }

  isCaught(diagnostic: Diagnostic): boolean {
    return this.facts?.caught.includes(this.#nameAt(diagnostic) ?? '') ?? false;
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

/** Local names of what is imported, and of what gets its value from there. */
function madeOf(imports: readonly { names: readonly string[] }[], derived: ModuleFacts['derived']): Set<string> {
  const names = new Set(imports.flatMap((one) => one.names));
  for (let size = -1; size < names.size; ) {
    size = names.size;
    for (const { name, from } of derived) if (names.has(from)) names.add(name);
  }
  return names;
}
