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

/**
 * Options without those that they need, and deprecated ones, in what a configuration and all that it extends set.
 * @param own the configuration, and the file that sets each option
 */
export function rejectedOptions(
  compilerOptions: Readonly<Record<string, unknown>>,
  own: { path: string; text: string; setIn: ReadonlyMap<string, string> },
): WrongOption[] {
  const { path, text, setIn } = own;
  const locate = jsonLocator(text);
  const start = { line: 1, column: 1 };
  /** Where an option is set or, if it is inherited, where that is: tsc reports it for the configuration that it reads. */
  const found = (option: string, message: string, fix?: string) => {
    const setter = setIn.get(option) ?? path;
    if (setter === path)
      return { file: path, ...(locate(['compilerOptions', option]) ?? start), message, ...(fix && { fix }) };
    const at = locate(['extends']) ?? start;
    const override = `Override it in "compilerOptions" of ${path}, with another value or null.`;
    return { file: path, ...at, message: `${message}; ${setter} sets it`, fix: override };
  };
  const lonely = missingPartners(compilerOptions).map(({ option, needs }) => ({
    ...found(option, `Compiler option "${option}" cannot be set without ${oneOf(needs)}`),
    unless: needs,
  }));
  const deprecated = deprecatedOptions(compilerOptions).map(({ option, shown, since }) => ({
    ...found(
      option,
      `Compiler option ${shown} is an error ${since === '6.0.0' ? 'since TypeScript 6: it is deprecated' : 'in TypeScript 7: it was removed'}`,
      `Remove or replace it${since === '6.0.0' ? ', or set "ignoreDeprecations": "6.0", which lasts until TypeScript 7' : ''}.`,
    ),
    unless: ['ignoreDeprecations'],
    since,
  }));
  return [...lonely, ...deprecated];
}

const oneOf = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `"${name}"`));
