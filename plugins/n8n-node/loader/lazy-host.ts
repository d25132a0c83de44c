import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An import by path, as TypeScript compiles it. */
const required = String.raw`require\("(\.[^"]*)"\)`;

/**
 * The main module of n8n-workflow, compiled by TypeScript, with parts that are loaded on first use. Nodes use a few
 * names of its seven hundred modules, which take most of the time of loading a package. The exports are the same.
 * @param path of the module
 * @returns the original source if its structure is unknown
 */
export function lazyHost(path: string): string {
  const source = readFileSync(path, 'utf8');
  try {
    return lazy(source, dirname(path));
  } catch {
    return source;
  }
}

function lazy(source: string, folder: string): string {
  const parts = new Map<string, string>();
  const replaced = source
    .replace(line(String.raw`(?:const|var) (\w+) = (?:__importStar\()?${required}\)?;`), (_, name, part) => {
      parts.set(name, part);
      return '';
    })
    .replace(/{ return (\w+)\.(\w+); }/g, (whole, of, name) => {
      const part = parts.get(of);
      return part === undefined ? whole : `{ return require("${part}").${name}; }`;
    })
    .replace(line(String.raw`exports\.(\w+) = __importStar\(${required}\);`), (_, name, part) => whole(name, part))
    .replace(line(String.raw`exports\.(\w+) = (\w+);`), (statement, name, of) => {
      const part = parts.get(of);
      return part === undefined ? statement : whole(name, part);
    })
    .replace(line(String.raw`__exportStar\(${required}, exports\);`), (_, part) =>
      [...namesOf(join(folder, part))].map((name) => star(name, part)).join('\n'),
    );
  const eager = new RegExp(`(?<!return )${required}`).exec(replaced)?.[0];
  if (eager !== undefined) throw new Error(`${eager} is loaded in an unknown way`);
  return replaced;
}

const line = (pattern: string) => new RegExp(String.raw`^[ \t]*${pattern}[ \t]*$`, 'gm');

const getter = (name: string, value: string) =>
  `Object.defineProperty(exports, "${name}", { enumerable: true, get: function () { return ${value}; } });`;
const whole = (name: string, part: string) => getter(name, `require("${part}")`);
// Named exports of the module win.
const star = (name: string, part: string) =>
  `if (!Object.hasOwn(exports, "${name}")) ${getter(name, `require("${part}").${name}`)}`;

/** The names that a module compiled by TypeScript exports. */
function namesOf(module: string): Set<string> {
  const path = [`${module}.js`, join(module, 'index.js')].find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${module} does not exist`);
  const source = readFileSync(path, 'utf8');
  const names = new Set<string>();
  for (const [, name = ''] of source.matchAll(/\b(?:exports\.|defineProperty\(exports, ")(\w+)(?: = |")/g))
    names.add(name);
  for (const [, part = ''] of source.matchAll(/__exportStar\(require\("([^"]*)"\)/g)) {
    if (!part.startsWith('.')) throw new Error(`${path} exports all of ${part}`);
    for (const name of namesOf(join(dirname(path), part))) names.add(name);
  }
  for (const none of ['__esModule', 'default']) names.delete(none);
  return names;
}
