import type { Manifest } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { didYouMean } from '../../../kernel/suggestion.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { join, normalize } from '../project/project-path.ts';
import { missingTool } from './missing-tool.ts';
import { configurationAt, filesOfCommand } from './script-files.ts';
import { missingScript, scriptNamed } from './script-names.ts';
import { scriptTokens, type Token } from './script-tokens.ts';
import { type ShellCommand, shellCommands } from './shell-commands.ts';
import { argumentOf } from './step-scripts.ts';

/** A command of a script that fails whenever it is run. */
interface ImpossibleStep {
  /** The name of the script. */
  script: string;
  /** Why it fails. */
  problem: string;
}

type Files = Pick<ProjectFiles, 'mayHave' | 'exists' | 'read' | 'list' | 'listAbove' | 'absent'>;

/** Scripts that npm, or whoever releases the package, runs before it is packed. */
const ofRelease = 'prebuild build postbuild prepublishOnly prepack prepare postpack'.split(' ');

/** Scripts that npm runs when it installs what the project depends on. */
const ofInstallation = 'preinstall install postinstall prepare'.split(' ');

/** Whether a command writes no configuration. */
function leavesFiles(words: ShellCommand): boolean {
  const [command = '', ...rest] = words[0] === 'npx' || words[0] === 'shx' ? words.slice(1) : words;
  return harmless.has(command) && !rest.some((word) => /^--?init$/i.test(word));
}

const harmless = new Set('rimraf rm del del-cli mkdir mkdirp echo eslint prettier tslint biome tsc'.split(' '));

/** Signs with which a script goes on after a command that failed, or may not run it at all. */
const goesOn = /\|\||[;|$`]|(?<!&)&(?!&)|\bif\b/;

/** The commands of a release that are not installed, or name a script, a task or a file that does not exist. Nothing is run. */
export async function impossibleSteps(manifest: Manifest, files: Files): Promise<ImpossibleStep[]> {
  const scripts = recordOf(manifest['scripts']) ?? {};
  const found = new Map<string, ImpossibleStep>();
  const queue = new Set(ofRelease);
  const commandsOf = (script: string) => {
    const text = Object.hasOwn(scripts, script) ? scripts[script] : undefined;
    return typeof text === 'string' ? shellCommands(text) : [];
  };
  const writes = (words: ShellCommand): boolean => {
    const named = scriptNamed(words);
    return named === undefined ? !leavesFiles(words) : commandsOf(named).some((inner) => !leavesFiles(inner));
  };
  // What an installation runs comes before all others.
  let mayBeWritten =
    Object.values(scripts).some((text) => typeof text === 'string' && text.includes('tsconfig.json')) ||
    ofInstallation.flatMap(commandsOf).some((words) => scriptNamed(words) === undefined && !leavesFiles(words));
  for (const script of queue) {
    const text = Object.hasOwn(scripts, script) ? scripts[script] : undefined;
    if (typeof text !== 'string') continue;
    if (goesOn.test(text)) {
      mayBeWritten = true;
      continue;
    }
    for (const words of shellCommands(text)) {
      // The following commands run in another folder.
      if (/^\(*(?:cd|chdir|pushd)$/.test(words[0] ?? '')) break;
      const isConfigured = mayBeWritten;
      mayBeWritten ||= writes(words);
      const named = scriptNamed(words);
      if (named !== undefined) for (const hook of [`pre${named}`, named, `post${named}`]) queue.add(hook);
      const command = words.join(' ');
      if (found.has(command)) continue;
      const problem =
        named === undefined
          ? ((await missingTool(words[0], manifest, files)) ?? (await missingFile(words, files, isConfigured)))
          : missingScript(named, scripts);
      if (problem !== undefined) found.set(command, { script, problem });
      if (found.size >= maxFound) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Commands to report. */
const maxFound = 20;

/** @param isConfigured whether an earlier step may have written tsconfig.json */
async function missingFile(words: ShellCommand, files: Files, isConfigured: boolean): Promise<string | undefined> {
  const [command, ...rest] = words[0] === 'npx' ? words.slice(1) : words;
  switch (command) {
    case 'gulp':
      return missingTask(rest, files);
    case 'tsc': {
      const path = argumentOf(rest, '-p') ?? argumentOf(rest, '--project');
      if (path !== undefined) return absence(path, ['tsc', '-p', path], files);
      return isConfigured ? undefined : missingConfiguration(rest, files);
    }
    case 'node': {
      const [path] = rest;
      return path === undefined || path.startsWith('-') ? undefined : absence(path, ['node', path], files);
    }
    default:
      return undefined;
  }
}

/** Without files and a configuration, tsc prints its help and fails. It also looks in the folders above. */
function missingConfiguration(words: ShellCommand, files: Files): string | undefined {
  const isGiven = words.some((word) => !word.startsWith('-') || doesWithout.test(word));
  // The nearest one above comes along.
  const isAbove = files.listAbove().some((path) => /^(?:\.\.\/)+tsconfig\.json$/.test(path));
  const isMissing = !isAbove && areMissing(['tsconfig.json'], files);
  return isMissing && !isGiven ? 'there is no tsconfig.json' : undefined;
}

/** Options with which tsc reads another configuration, or none. It takes them with one dash too. */
const doesWithout = /^--?(?:b|build|p|project|i|init|v|version|h|\?|help|all|showConfig)(?:=|$)/i;

/** What an earlier step may have made, or an installation. */
const made = /^(?:\.\.\/|\/|dist|build|lib|out|node_modules|\.)/;

/** @param path of the file that a command needs */
function absence(path: string, command: ShellCommand, files: Files): string | undefined {
  const inside = normalize(join('.', path)).replace(/\/$/, '');
  if (made.test(inside) || !areMissing(candidatesOf(command), files)) return undefined;
  if (command[0] === 'tsc') return `${configurationAt(inside)} does not exist`;
  return /\.\w+$/.test(inside) ? `${inside} does not exist` : `neither ${inside}.js nor ${inside}/index.js exists`;
}

/** The files of which a command needs one. What it names is the last: the name of a folder may be that of a tool too. */
const candidatesOf = (command: ShellCommand): readonly string[] => filesOfCommand(command).at(-1)?.candidates ?? [];

const areMissing = (paths: readonly string[], files: Files): boolean =>
  paths.length > 0 && paths.every((path) => !files.mayHave(path));

/** A gulpfile that has no such task in its text, and takes none from elsewhere. */
async function missingTask(words: ShellCommand, files: Files): Promise<string | undefined> {
  if (words.some((word) => word.startsWith('-'))) return undefined;
  // gulp also looks in the folders above.
  const gulpfiles = candidatesOf(['gulp']);
  if (areMissing(gulpfiles, files)) return files.listAbove().length > 0 ? undefined : 'there is no gulpfile';
  const path = gulpfiles.find((one) => files.exists(one));
  const tokens = path === undefined ? undefined : scriptTokens(await files.read(path));
  if (!tokens || tokens.some((_, at) => isComputed(tokens, at))) return undefined;
  const named = new Set(tokens.flatMap(({ kind, text }) => (kind === 'name' || kind === 'text' ? [text] : [])));
  const task = words.find((word) => !named.has(word));
  return task === undefined ? undefined : `${path} has no task "${task}"${didYouMean(task, named)}`;
}

/** Whether names may come from another file, or from an expression: `exports[name] = …`, `task(name, …)`. */
function isComputed(tokens: readonly Token[], at: number): boolean {
  const [one, next, second, third] = tokens.slice(at, at + 4);
  if (one?.text === '...' || (one?.kind === 'other' && one.text.startsWith('`'))) return true;
  if (one?.kind === 'text') return one.text.startsWith('.') && /^(?:\(|from|import)$/.test(tokens[at - 1]?.text ?? '');
  if (one?.text === 'exports' && next?.text === '[') return second?.kind !== 'text';
  return one?.text === 'task' && next?.text === '(' && second?.kind === 'name' && third?.text === ',';
}
