import { recordOf } from '../project/manifest/manifest-fields.ts';
import { join, normalize } from '../project/project-path.ts';

/** Files of which a command probably needs one; those that exist count. */
interface NeededFile {
  /** Paths relative to the project. */
  candidates: readonly string[];
  /** Whether all existing candidates are needed, not only the first one. */
  every?: boolean;
  /** Whether the command may work without any of them. */
  optional?: boolean;
}

interface ScriptFile extends NeededFile {
  /** The name of the script of package.json. */
  script: string;
}

/** Limits: characters of a script, and number of scripts. */
const maxLength = 10_000;
const maxScripts = 200;

const ends = (stem: string, endings: string) => endings.split(' ').map((end) => `${stem}.${end}`);
const code = 'ts js mjs cjs mts cts';

/** Configuration files by the command that reads them. */
const configurations: Readonly<Record<string, readonly string[]>> = {
  gulp: [
    ...ends('gulpfile', `${code} babel.js babel.ts esm.js swc.js jsx tsx coffee ls`),
    'gulpfile.js/index.js',
    ...ends('Gulpfile', `${code} babel.js`),
  ],
  grunt: ends('Gruntfile', 'js cjs coffee'),
  tsup: ends('tsup.config', `${code} json`),
  tsdown: ends('tsdown.config', `${code} json`),
  rollup: ends('rollup.config', code),
  rolldown: ends('rolldown.config', code),
  vite: ends('vite.config', code),
  webpack: [...ends('webpack.config', code), 'webpackfile.js'],
  'webpack-cli': ends('webpack.config', code),
  rspack: ends('rspack.config', code),
  rslib: ends('rslib.config', code),
  unbuild: ends('build.config', code),
  swc: ['.swcrc'],
  babel: [...ends('babel.config', `${code} json`), '.babelrc', '.babelrc.json'],
  turbo: ['turbo.json'],
  nx: ['project.json', 'nx.json'],
  make: ['Makefile', 'makefile'],
  just: ['justfile'],
  bob: [],
};

const runners = /^(?:node|tsx|ts-node|ts-node-esm|bun|deno|sh|bash|zsh|source|\.)$/;

/** The files that scripts name, and the configuration files of the tools that they run. */
export function scriptFiles(manifest: Readonly<Record<string, unknown>>): ScriptFile[] {
  const scripts = Object.entries(recordOf(manifest['scripts']) ?? {}).slice(0, maxScripts);
  return scripts.flatMap(([script, text]) =>
    typeof text === 'string'
      ? commandsOf(text).flatMap((words) => filesOfCommand(words).map((needed) => ({ script, ...needed })))
      : [],
  );
}

function commandsOf(text: string): string[][] {
  return text
    .slice(0, maxLength)
    .split(/&&|\|\||[;|&\n()]/)
    .map((part) => part.split(/[\s"'`\\]+/).filter(Boolean));
}

/** The files that a command names, and the configuration files of the tools in it. */
export function filesOfCommand(words: readonly string[]): NeededFile[] {
  const found: NeededFile[] = [];
  for (const [index, word] of words.entries()) {
    const value = word.replace(/^--?[\w-]+=/, '');
    const before = words[index - 1] ?? '';
    const command = word.replace(/^.*\//, '').replace(/\.cmd$/, '');
    const known = Object.hasOwn(configurations, command) ? configurations[command] : undefined;
    if (known) found.push({ candidates: known, every: command === 'nx', optional: !/^(?:gulp|grunt)$/.test(command) });
    const path = pathIn(value);
    if (path === undefined) continue;
    const names = value !== word || /^(?:-p|-b|-c|--project|--build|--config|--tsconfig)$/.test(before);
    if (/\.(?:[cm]?[jt]sx?|jsonc?|sh|ya?ml|svg|png)$/.test(path)) found.push({ candidates: [path] });
    else if (names && /(?:^|=)|^-/.test(word) && isProjectFlag(before, word))
      found.push({ candidates: [configurationAt(path)] });
    else if (runners.test(before.replace(/^.*\//, '')))
      found.push({
        candidates: [path, ...ends(path, `${code} json`), ...ends(`${path}/index`, code), `${path}/package.json`],
      });
  }
  return found;
}

const isProjectFlag = (before: string, word: string) =>
  /^(?:-p|-b|--project|--build|--tsconfig)$/.test(before) || /^--(?:project|build|tsconfig)=/.test(word);

/** The configuration that a path given to tsc means: a file, or a folder with one. */
export const configurationAt = (path: string) =>
  path.endsWith('.json') ? path : normalize(join(path, 'tsconfig.json'));

function pathIn(word: string): string | undefined {
  if (word.startsWith('-') || word.startsWith('/') || /[*?{}$<>!]|:\/\//.test(word)) return undefined;
  return normalize(join('.', word)).replace(/\/$/, '');
}
