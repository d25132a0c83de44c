/** What takes the place of a package's declarations: a text, or one of its own files. */
export type Declarations = { text: string } | { file: string };

interface Trimmed {
  declarations: Declarations;
  /** What a script has in it that can get at anything that was left out. */
  traces: readonly string[];
}

const runtimeTraces = ['@n8n/tournament', 'expression-runtime', 'expression-sandboxing'];

/**
 * Packages whose declarations are most of what n8n-workflow's drag in besides those of Node.js, and what is left of them
 * when nothing is there that no type of n8n-workflow leads to. Word for word the types that they have there, so that
 * errors read the same.
 */
const trimmed: Readonly<Record<string, Trimmed>> = {
  // Two fields of one interface.
  '@sentry/node': {
    declarations: {
      text: `type Primitive = number | string | boolean | bigint | symbol | null | undefined;
type Extra = unknown;
type Extras = Record<string, Extra>;
export interface Event {
  tags?: { [key: string]: Primitive };
  extra?: Extras;
}
`,
    },
    traces: ['@sentry/node'],
  },
  // One interface extends it, which nothing else in n8n-workflow uses.
  '@codemirror/autocomplete': {
    declarations: { text: 'export interface Completion {}\n' },
    traces: ['@codemirror/autocomplete', 'AliasCompletion'],
  },
  // One of its interfaces is used; in this file is all that it needs.
  '@n8n/expression-runtime': { declarations: { file: 'dist/esm/types/evaluator.d.ts' }, traces: runtimeTraces },
  // Used by that file, for what nothing leads to, and by a module that n8n-workflow's own do not import.
  '@n8n/tournament': { declarations: { text: 'export interface TournamentHooks {}\n' }, traces: runtimeTraces },
};

const anyTrace = new RegExp(
  Object.values(trimmed)
    .flatMap(({ traces }) => traces)
    .join('|'),
);

/** The packages of which a text, in Latin-1 at least, may get at more than what is left of them. */
export function packagesNamedIn(text: string): string[] {
  if (!anyTrace.test(text)) return [];
  const named = ([, { traces }]: [string, Trimmed]) => traces.some((trace) => text.includes(trace));
  return Object.entries(trimmed)
    .filter(named)
    .map(([name]) => name);
}

/**
 * Declarations to lay in the place of packages' own, by the name of the package.
 * @param named those that a project names: it gets the real thing, or the error that it is not there
 */
export function trimmedTypes(named: readonly string[]): Record<string, Declarations> {
  const unnamed = Object.entries(trimmed).filter(([name]) => !named.includes(name));
  return Object.fromEntries(unnamed.map(([name, { declarations }]) => [name, declarations]));
}
