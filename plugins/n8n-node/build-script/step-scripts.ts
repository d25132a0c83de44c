import { dirname } from 'node:path/posix';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { normalize } from '../project/project-path.ts';
import { copiesOfGulp, copiesOfScript, type ScriptCopies } from './copying-script.ts';

/** One command of a script. */
export interface Step {
  command: string;
  /** Its arguments. */
  words: readonly string[];
  /** The whole command as written. */
  shown: string;
}

/** Commands that run a file or a text. */
export const interpreters = new Set('node tsx ts-node esno jiti zx bun'.split(' '));

const nothingKnown: ScriptCopies = { rules: [], unclear: true };

type Files = Pick<ProjectFiles, 'exists' | 'read'>;

/**
 * What tasks of gulp copy; undefined if they may do other things. A missing gulpfile may be that of n8n's first scaffold,
 * which copies icons.
 */
export async function readGulp(words: readonly string[], files: Files): Promise<ScriptCopies | undefined> {
  const { path, tasks } = gulpRun(words, files);
  if (path !== undefined) return copiesOfGulp(await files.read(path), tasks);
  return tasks.every((word) => /icon|copy|asset|static|default/.test(word)) ? nothingKnown : undefined;
}

/** The gulpfile of a command, if it is there, and the tasks that it runs. */
export function gulpRun(
  words: readonly string[],
  files: Pick<Files, 'exists'>,
): { path: string | undefined; tasks: readonly string[] } {
  const named = argumentOf(words, '--gulpfile') ?? argumentOf(words, '-f');
  const tasks = words.filter(
    (word, at) => !word.startsWith('-') && !/^(?:--gulpfile|-f|--cwd)$/.test(words[at - 1] ?? ''),
  );
  const path = [named === undefined ? 'gulpfile' : clean(named)]
    .flatMap((one) => ['', '.js', '.cjs', '.mjs', '.ts'].map((ending) => one + ending))
    .find((one) => files.exists(one));
  // gulp runs in the folder of its gulpfile.
  const isHere = path !== undefined && dirname(path) === '.';
  return { path: isHere ? path : undefined, tasks: tasks.length > 0 ? tasks : ['default'] };
}

/** What a script copies; undefined if it may do other things. */
export async function readScript(words: readonly string[], files: Files): Promise<ScriptCopies | undefined> {
  const script = await scriptOf(words, files);
  return script && copiesOfScript(script.text, script.folder);
}

/** The script that an interpreter runs, and its folder; undefined if it is not there. */
export async function scriptOf(
  words: readonly string[],
  files: Files,
): Promise<{ text: string; folder: string } | undefined> {
  const run = scriptRun(words, files);
  if (!run || 'text' in run) return run;
  return { text: await files.read(run.path), folder: run.folder };
}

/** The file or the text that an interpreter runs, and its folder; undefined if it is not there. */
export function scriptRun(
  words: readonly string[],
  files: Pick<Files, 'exists'>,
): { text: string; folder: string } | { path: string; folder: string } | undefined {
  const inline = argumentOf(words, '-e') ?? argumentOf(words, '--eval');
  if (inline !== undefined) return { text: inline, folder: '' };
  const [named] = words.filter((word) => !word.startsWith('-') && word !== 'run');
  if (named === undefined) return undefined;
  const path = ['', '.js', '.mjs', '.cjs', '.ts']
    .map((ending) => clean(named) + ending)
    .find((one) => files.exists(one));
  return path === undefined ? undefined : { path, folder: dirname(path).replace(/^\.$/, '') };
}

/** A path relative to the project. */
const clean = (path: string) => normalize(path).replace(/^\.\//, '');

/** The value of an option: `--flag value`, `--flag=value`. */
export function argumentOf(words: readonly string[], flag: string): string | undefined {
  const at = words.findIndex((word) => word.toLowerCase() === flag.toLowerCase());
  const inOne = words.find((word) => word.toLowerCase().startsWith(`${flag.toLowerCase()}=`));
  const value = at >= 0 ? words[at + 1] : inOne?.slice(flag.length + 1);
  return value === undefined || (value.startsWith('-') && flag !== '-e') ? undefined : value;
}
