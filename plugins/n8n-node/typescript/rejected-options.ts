import type { Edit } from '../../../kernel/finding.ts';
import { jsonLocator, type Position } from '../../../kernel/project-files.ts';
import { deprecatedOptions } from './deprecated-options.ts';
import { missingPartners } from './option-partners.ts';

/** An option that TypeScript rejects. */
export interface WrongOption extends Position {
  file: string;
  message: string;
  /** Options that the command line may set, which makes it right. */
  unless?: readonly string[];
  /** Set if there is one right answer. */
  edit?: Edit;
  /** The first version of TypeScript that rejects it; all do when absent. */
  since?: string;
  fix?: string;
}

/** Options without those that they need, and deprecated ones, in what a configuration and all that it extends set. */
export function rejectedOptions(
  compilerOptions: Readonly<Record<string, unknown>>,
  { path, text }: { path: string; text: string },
): WrongOption[] {
  const locate = jsonLocator(text);
  const at = (option: string) => ({ file: path, ...(locate(['compilerOptions', option]) ?? { line: 1, column: 1 }) });
  const lonely = missingPartners(compilerOptions).map(({ option, needs }) => ({
    ...at(option),
    message: `Compiler option "${option}" cannot be set without ${oneOf(needs)}`,
    unless: needs,
  }));
  const deprecated = deprecatedOptions(compilerOptions).map(({ option, shown, since }) => ({
    ...at(option),
    message: `Compiler option ${shown} is an error ${since === '6.0.0' ? 'since TypeScript 6: it is deprecated' : 'in TypeScript 7: it was removed'}`,
    unless: ['ignoreDeprecations'],
    since,
    fix: `Remove or replace it${since === '6.0.0' ? ', or set "ignoreDeprecations": "6.0", which lasts until TypeScript 7' : ''}.`,
  }));
  return [...lonely, ...deprecated];
}

const oneOf = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `"${name}"`));
