import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { classNameOf } from './class-name.ts';
import { ExitCall } from './exit-call.ts';
import type { LoadProblem } from './load-output.ts';
import { ForRequireOnly } from './missing-module.ts';
import { N8nRefusal } from './n8n-refusal.ts';
import { textOf } from './plain-data.ts';

const require = createRequire(import.meta.url);
/** Paths of this product and Node.js, which are removed from errors. */
const ours = [process.execPath, packageFolder(import.meta.dirname) + sep];
/** Characters of each text. */
const maxLength = 8000;

/** Describes a value that was thrown while a file was loaded. Never throws. */
export function problemOf(thrown: unknown, { project, path }: { project: string; path: string }): LoadProblem {
  // Makes paths relative to the project.
  const clean = (text: string) =>
    ours
      .reduce((left, path) => left.replaceAll(path, ''), text)
      .replaceAll(`${project}/`, '')
      .replaceAll(`"${project}"`, '"<package>"')
      .slice(0, maxLength);
  const causeOf = (error: unknown) => ({
    name: clean(fieldOf(error, 'name')),
    message: clean(textOf(error)),
    stack: clean(fieldOf(error, 'stack')),
  });
  const n8n = clean(textOf(thrown));
  const code = fieldOf(thrown, 'code');
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { kind: 'timeout', n8n };
  if (thrown instanceof N8nRefusal) {
    return { kind: thrown.kind, n8n, ...(thrown.cause !== undefined && { cause: causeOf(thrown.cause) }) };
  }
  const cause = causeOf(thrown);
  if (thrown instanceof ExitCall) return { kind: 'exited', n8n, cause };
  const format = formatProblem(thrown, { n8n, code });
  if (format) return { kind: 'module-format', n8n, cause, ...format };
  const missing = /^Cannot find (?:module|package) '([^']+)'/.exec(n8n)?.[1];
  if (missing !== undefined && (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND')) {
    return { kind: 'module-missing', n8n, cause, module: missing };
  }
  const exported = exportsOf(resolve(project, path));
  if (exported && !exported.includes(classNameOf(path))) {
    return { kind: 'class-missing', n8n, cause, exports: exported.map(clean).slice(0, 100) };
  }
  return { kind: 'threw', n8n, cause };
}

/** Names that exist in CommonJS modules only. */
const ofCommonJs = /^(?:exports|module|require|__filename|__dirname) is not defined in ES module scope/;
const ofEsModule =
  /^(?:Cannot use import statement outside a module|Cannot use 'import\.meta' outside a module|Unexpected token 'export')/;
const formatCodes = new Set([
  ...['ERR_REQUIRE_ASYNC_MODULE', 'ERR_REQUIRE_ESM', 'ERR_REQUIRE_CYCLE_MODULE', 'ERR_UNSUPPORTED_DIR_IMPORT'],
  ...['ERR_IMPORT_ATTRIBUTE_MISSING', 'ERR_UNKNOWN_FILE_EXTENSION'],
]);

/** Whether a file fails because of its module format, and the module that it fails to import. */
function formatProblem(thrown: unknown, { n8n, code }: { n8n: string; code: string }): { module?: string } | undefined {
  if (thrown instanceof ForRequireOnly) return { module: thrown.specifier };
  if (formatCodes.has(code) || ofCommonJs.test(n8n)) return {};
  if (fieldOf(thrown, 'name') === 'SyntaxError' && (ofEsModule.test(n8n) || n8n.startsWith('Named export '))) return {};
  // Node's own message for a path: `require` tries other paths too.
  const path =
    code === 'ERR_MODULE_NOT_FOUND'
      ? /^Cannot find module '(\/[^']+)' imported from /.exec(textOf(thrown))?.[1]
      : undefined;
  const found = path !== undefined && ['.js', '.json', '/index.js'].some((ending) => existsSync(path + ending));
  return found ? { module: `./${path.slice(path.lastIndexOf('/') + 1)}` } : undefined;
}

/** Node's own `findPackageJSON` fails under its permission model. */
function packageFolder(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, 'package.json')) ? folder : packageFolder(above);
}

function fieldOf(thrown: unknown, field: string): string {
  try {
    const value: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, field) : undefined;
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

/** The exports of a file that was loaded completely. */
function exportsOf(file: string): string[] | undefined {
  try {
    const module = require.cache[file];
    if (!module?.loaded) return undefined;
    const value: unknown = module.exports;
    return (typeof value === 'object' || typeof value === 'function') && value !== null ? Object.keys(value) : [];
  } catch {
    return undefined;
  }
}
