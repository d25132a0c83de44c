import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { interpreters, readGulp, type Step, scriptOf } from './step-scripts.ts';

const removers = new Set('rimraf rm del del-cli trash find'.split(' '));
/** A folder or file of the project itself: `dist`, `dist/*`. Who removes the whole output does so before the build. */
const whole = /^(?:\.\/)?[\w.*-]+(?:\/\*{0,2})?$/;
/** A folder of the project, by its name alone. */
const named = /^(?:\.\/)?(\w[\w-]*)\/?$/;
/** Commands that rewrite or add files. */
const keeping = /^(?:tsc|tsgo|tspc|n8n-node|tsc-alias|tsc-esm-fix|resolve-tspaths)$/;
/** Parts of a script that may remove files, run other commands or load other files of the project. */
const removing =
  /\b(?:rm|rmSync|rmdir\w*|unlink\w*|rimraf\w*|del|delete\w*|remove\w*|empty\w*|clean\w*|trash|prune\w*|exec\w*|spawn\w*|fork)\s*\(|emptyOutDir|\bclean:|(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"`]\./;

/** The folders of the project that a step certainly removes as a whole: `dist` of `rimraf dist`. */
export function removedFolders({ command, words }: Step): string[] {
  const isRecursive =
    command === 'rm' ? words.some((word) => /^-\w*r/i.test(word)) : /^(?:rimraf|del-cli)$/.test(command);
  return isRecursive ? words.flatMap((word) => named.exec(word)?.[1] ?? []) : [];
}

/**
 * Whether a step may remove files that were compiled before it.
 * @param isHarmless whether it is known to change no such files
 */
export async function mayRemove(
  { command, words }: Step,
  files: Pick<ProjectFiles, 'exists' | 'read'>,
  isHarmless: boolean,
): Promise<boolean> {
  if (removers.has(command))
    return command === 'find' || !words.every((word) => word.startsWith('-') || whole.test(word));
  if (isHarmless || keeping.test(command)) return false;
  if (command === 'gulp') return (await readGulp(words, files)) === undefined;
  if (!interpreters.has(command)) return true;
  const script = await scriptOf(words, files);
  return script === undefined || removing.test(script.text);
}
