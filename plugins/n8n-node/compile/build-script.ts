import type { Manifest } from '../../../kernel/check.ts';
import { recordOf } from '../manifest-fields.ts';

/** What a project's build script does, as far as its text tells. Nothing of it is run. */
export interface BuildScript {
  /** The configuration that it hands to tsc, relative to the project. */
  tsconfig: string | undefined;
  /** The folder that it tells tsc to write to. */
  outDir: string | undefined;
  /** It copies files of its own choice. */
  copies: boolean;
  /** The first command that may generate or bundle files, as it is written. */
  unknownStep: string | undefined;
}

/** Commands that change nothing that a node is loaded from: they check, clean up, copy files, or are the compiler. */
const harmless = new Set(
  (
    'tsc n8n-node gulp rimraf rm del del-cli mkdir mkdirp cp copy copyfiles cpx cpx2 cpy cpy-cli ncp shx chmod touch mv ' +
    'eslint prettier tslint biome oxlint echo true exit cd test jest vitest mocha husky tsc-watch npm-check'
  ).split(' '),
);
const copying = new Set('cp copy copyfiles cpx cpx2 cpy cpy-cli ncp shx mv'.split(' '));
const runners = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npx',
  'pnpx',
  'bunx',
  'cross-env',
  'run',
  'run-s',
  'run-p',
  'exec',
]);

/** Reads `scripts.build`, what npm runs before and after it, and the scripts that these run. */
export function readBuildScript(manifest: Manifest): BuildScript {
  const scripts = recordOf(manifest['scripts']) ?? {};
  const steps = ['prebuild', 'build', 'postbuild'].flatMap((name) => stepsOf(name, scripts, new Set()));
  const compile = steps.find((step) => step.command === 'tsc');
  return {
    tsconfig: compile && configOf(compile.words),
    outDir: compile && argumentOf(compile.words, '--outDir'),
    copies: steps.some((step) => copying.has(step.command)),
    unknownStep: steps.find((step) => !harmless.has(step.command))?.words.join(' '),
  };
}

interface Step {
  command: string;
  words: string[];
}

function stepsOf(name: string, scripts: Readonly<Record<string, unknown>>, seen: Set<string>): Step[] {
  const script = scripts[name];
  if (typeof script !== 'string' || seen.has(name)) return [];
  seen.add(name);
  return script
    .slice(0, 10_000)
    .split(/&&|\|\||[;|&\n]/)
    .flatMap((part): Step[] => {
      const words = part.trim().split(/\s+/).filter(Boolean);
      const at = words.findIndex((word) => !runners.has(word) && !word.startsWith('-') && !/^\w+=/.test(word));
      const first = words[at];
      if (first === undefined) return [];
      const runsScript = at > 0 && typeof scripts[first] === 'string';
      if (runsScript) return words.slice(at).flatMap((word) => stepsOf(word, scripts, seen));
      const command = first.replace(/^.*\//, '').replace(/\.(?:cmd|js)$/, '');
      // `gulp build:icons` copies the icons, as n8n's first scaffold had it; other tasks may do anything.
      const known = command !== 'gulp' || words.slice(at + 1).every((word) => /icon|copy|asset|static/.test(word));
      return [{ command: known ? command : 'gulp task', words }];
    });
}

function configOf(words: readonly string[]): string | undefined {
  const path =
    argumentOf(words, '-p') ??
    argumentOf(words, '--project') ??
    argumentOf(words, '-b') ??
    argumentOf(words, '--build');
  if (path === undefined) return undefined;
  const clean = path.replace(/^\.\//, '').replace(/\/$/, '');
  if (clean === '' || clean === '.') return 'tsconfig.json';
  return clean.endsWith('.json') ? clean : `${clean}/tsconfig.json`;
}

function argumentOf(words: readonly string[], flag: string): string | undefined {
  const at = words.findIndex((word) => word.toLowerCase() === flag.toLowerCase());
  const value = at >= 0 ? words[at + 1] : undefined;
  return value === undefined || value.startsWith('-') ? undefined : value.replace(/^["']|["']$/g, '');
}
