import type { Manifest } from '../../../../kernel/check.ts';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { scriptTokens, type Token } from '../../build-script/script-tokens.ts';
import { listAt } from '../../build-script/script-values.ts';
import { shellCommands } from '../../build-script/shell-commands.ts';
import { argumentOf, scriptOf } from '../../build-script/step-scripts.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { normalize } from '../../project/project-path.ts';

/** The sources that a bundler builds, and the file that lists them. */
interface BundledEntries {
  file: string;
  line: number;
  sources: ReadonlySet<string>;
}

/** Tools that make scripts of sources, in commands and in the text of scripts. */
const builders =
  /\b(?:tsup|tsdown|esbuild|rollup|rolldown|webpack|rspack|vite|swc|babel|ncc|tsgo|typescript|tsc(?! --noEmit)|n8n-node build|unbuild|turbo|nx|make)\b|\b(?:exec|spawn|fork)\w*\(/;
const harmless = new Set('rimraf rm mkdir shx cp copyfiles cpx echo tsc eslint prettier'.split(' '));
/** Another script than `build`, which may build too. */
const runsOther = /\brun\s+(?!(?:build|lint|test|format|typecheck|clean)(?![\w:-]))[\w:-]+/;
const configurations = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'].map((ending) => `tsup.config.${ending}`);

/**
 * The entries of tsup, or of esbuild in a script, if the build script runs nothing else that makes scripts, and all of them are
 * literal.
 */
export async function bundledEntries(manifest: Manifest, files: ProjectFiles): Promise<BundledEntries | undefined> {
  const scripts = recordOf(manifest['scripts']) ?? {};
  const { build, prepublishOnly, prepack, prepare, prebuild, postbuild } = scripts;
  const others = [prepublishOnly, prepack, prepare, prebuild, postbuild];
  if (
    typeof build !== 'string' ||
    others.some((script) => builders.test(String(script)) || runsOther.test(String(script)))
  )
    return undefined;
  const listing: string[] = [];
  for (const all of shellCommands(build)) {
    const words = all.filter((word) => !/^(?:npx|\w+=.*)$/.test(word));
    const [command = '', ...given] = words;
    if (command === 'tsup') listing.push(configurationOf(given, files) ?? '');
    else if (command === 'node') {
      const text = (await scriptOf(given, files))?.text;
      if (text === undefined) return undefined;
      if (builders.test(text)) listing.push(/\besbuild\b/.test(text) ? normalize(given[0] ?? '') : '');
    } else if (!harmless.has(command) || builders.test(words.join(' '))) return undefined;
  }
  const [file = ''] = listing;
  if (listing.length !== 1 || !files.exists(file)) return undefined;
  const text = await files.read(file);
  const sources = literalEntries(text);
  const line = text.slice(0, text.search(/\bentry(?:Points)?\s*:/)).split('\n').length;
  return sources && { file, line, sources };
}

/** Undefined if the command names entries itself. */
function configurationOf(words: readonly string[], files: ProjectFiles): string | undefined {
  const named = argumentOf(words, '--config');
  if (words.some((word) => !word.startsWith('-') && word !== named)) return undefined;
  return named === undefined ? configurations.find((path) => files.exists(path)) : normalize(named);
}

/** `entry: […]`, `entry: { … }` or `entryPoints: […]`, once and of texts that are no patterns. */
function literalEntries(text: string): ReadonlySet<string> | undefined {
  const tokens = scriptTokens(text) ?? [];
  const at = tokens.flatMap(({ text: key }, index) => (/^entry(?:Points)?$/.test(key) ? [index] : []));
  const [only = 0] = at;
  if (at.length !== 1 || tokens[only + 1]?.text !== ':') return undefined;
  const listed = tokens[only + 2]?.text === '{' ? valuesIn(tokens, only + 2) : listIn(tokens, only + 2);
  if (!listed || listed.length === 0 || listed.some((one) => /[*?{!]/.test(one))) return undefined;
  return new Set(listed.map((one) => normalize(one).replace(/^\.\//, '')));
}

function listIn(tokens: readonly Token[], open: number): string[] | undefined {
  if (tokens[open]?.text !== '[') return undefined;
  return listAt(tokens, open, { folder: '', constants: new Map() })?.values.flat();
}

/** The values of an object of texts. */
function valuesIn(tokens: readonly Token[], open: number): string[] | undefined {
  const values: string[] = [];
  for (let at = open + 1; tokens[at]?.text !== '}'; ) {
    const [key, colon, value] = tokens.slice(at, at + 3);
    if (!key || key.kind === 'sign' || colon?.text !== ':' || value?.kind !== 'text') return undefined;
    values.push(value.text);
    at += 3;
    if (tokens[at]?.text === ',') at += 1;
    else if (tokens[at]?.text !== '}') return undefined;
  }
  return values;
}
