import type { Service } from '../../../../kernel/check.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { isTestFile } from '../../project/test-file.ts';

/** A place in the code, and the exports through which alone it is reached. */
interface Place {
  file: string;
  exports?: readonly string[] | undefined;
}

/** Lists of imports and exports without new names: a name in them is not used yet. */
const lists = /\b(import|export)\s+(type\s+)?\{(?:(?!\bas\b)[^{}])*\}\s*from\b/g;
/** All exports of a file of the project as one object, under a name of which nothing is known. */
const wholeModule = /\bexport\s*\*\s*as\s+[\w$]+\s+from\s*['"]\.|\b(require|import)\(\s*(['"]\.|[^'"\s])/;
/** The same with the name that they have in the file. */
const namespace = /\*\s*as\s+([\w$]+)\s+from\s*['"]\.[^'"\n]*['"]/g;

/** Those of a file that are looked at. */
const maxNamespaces = 50;

/** Whether code may use any export of another file: by a name that is not in the text. */
function usesWhole(text: string): boolean {
  const namespaces = [...text.matchAll(namespace)];
  if (wholeModule.test(text) || namespaces.length > maxNamespaces) return true;
  return namespaces.some(([statement, name = '']) => {
    const rest = text.replace(statement, '');
    const isWord = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])(?!\\s*\\??\\.\\s*[\\w$])`);
    return isWord.test(rest);
  });
}

/** Determines whether other code can reach a location: what no file mentions is unused. */
export const isUsed: Service<(place: Place) => boolean> = {
  name: 'use of exports',
  async create({ service }) {
    const texts = [...((await service(scriptReach))?.texts ?? [])].filter(([path]) => !isTestFile(path));
    const isOpen = texts.length === 0 || texts.some(([, text]) => usesWhole(text));
    const words = texts.map(
      ([path, text]) =>
        [path, new Set(text.replace(lists, '').match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))] as const,
    );
    const isNamed = (name: string, file: string) => words.some(([path, names]) => path !== file && names.has(name));
    return ({ file, exports }) => exports === undefined || exports.some((name) => isOpen || isNamed(name, file));
  },
};
