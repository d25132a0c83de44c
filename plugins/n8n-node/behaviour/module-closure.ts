import { dirname } from 'node:path/posix';
import { digestOf, filesDigest } from '../../../kernel/digest.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { isRelative } from '../follow/module-files.ts';
import { scanModule } from '../follow/scan-module.ts';
import { moduleFiles } from '../loader/loaded-package.ts';
import { join, normalize } from '../project/project-path.ts';

/** Modules of Node.js with which code reads files or loads modules that it does not name. */
const readsFiles = /^(?:node:)?(?:fs|fs\/promises|module|vm|worker_threads|child_process|sqlite)$/;
/** Other ways to files and modules: computed names, `require` under another name, the loader of Node.js. */
const reachesOut =
  /\b(?:require|require\.resolve|import)\s*\((?!\s*(['"])[^'"\n]*\1\s*\))|\brequire\s*(?:[;,)[=]|\.(?!resolve\()\w)|\bmodule\.(?!exports\b)\w|\b(?:getBuiltinModule|createRequire|mainModule)\b/;

/**
 * Returns a function that digests everything that the code of a built file can read of the project: the file with the modules
 * that it requires, and all manifests, which decide how Node.js loads them. That is the whole project if code may read more
 * than it names.
 * @param overlay compiled and copied files, by path, in place of those of the project
 */
export function moduleClosures(
  files: ProjectFiles,
  overlay: Readonly<Record<string, string>> = {},
): (path: string) => Promise<string> {
  const has = (path: string) => Object.hasOwn(overlay, path) || files.exists(path);
  const modules = new Map<string, Promise<{ digest: string; imports: readonly string[] | undefined }>>();
  const manifests = [...files.list(), ...Object.keys(overlay)].filter((path) => /(?:^|\/)package\.json$/.test(path));
  let whole: Promise<string> | undefined;
  const everything = async () => digestOf(JSON.stringify([await filesDigest(files), Object.entries(overlay).sort()]));

  const read = async (path: string) => {
    const text = Object.hasOwn(overlay, path) ? (overlay[path] ?? '') : await files.read(path);
    return { digest: digestOf(text), imports: /\.json$/.test(path) ? [] : importsOf(path, text) };
  };
  /** Undefined if they are not known. */
  const importsOf = (path: string, text: string): string[] | undefined => {
    if (!/\.[cm]?js$/.test(path) || reachesOut.test(text)) return undefined;
    const found: string[] = [];
    for (const specifier of scanModule(text).specifiers) {
      if (readsFiles.test(specifier) || /^[#/]|^file:/.test(specifier)) return undefined;
      if (!isRelative(specifier)) continue;
      const wanted = normalize(join(dirname(path), specifier));
      const file = moduleFiles(wanted.replace(/\/$/, '')).find(has);
      // The manifest of a folder can name any file as its module.
      if (file === undefined || has(join(wanted, 'package.json'))) return undefined;
      found.push(file);
    }
    return found;
  };

  return async (path) => {
    const reached = new Set([normalize(path), ...manifests]);
    const digests: [string, string][] = [];
    // Iterating over a set includes elements that are added meanwhile.
    for (const one of reached) {
      if (has(one) && !modules.has(one)) modules.set(one, read(one));
      const module = await modules.get(one);
      if (!module?.imports) {
        whole ??= everything();
        return whole;
      }
      digests.push([one, module.digest]);
      for (const file of module.imports) reached.add(file);
    }
    return digestOf(JSON.stringify(digests.sort()));
  };
}
