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
/** All exports of a file of the project as one object. */
const wholeModule = /\*\s*as\s+[\w$]+\s+from\s*['"]\.|\b(require|import)\(\s*(['"]\.|[^'"\s])/;

/** Determines whether other code can reach a location: what no file mentions is unused. */
export const isUsed: Service<(place: Place) => boolean> = {
  name: 'use of exports',
  async create({ service }) {
    const texts = [...((await service(scriptReach))?.texts ?? [])].filter(([path]) => !isTestFile(path));
    const isOpen = texts.length === 0 || texts.some(([, text]) => wholeModule.test(text));
    const words = texts.map(
      ([path, text]) =>
        [path, new Set(text.replace(lists, '').match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))] as const,
    );
    const isNamed = (name: string, file: string) => words.some(([path, names]) => path !== file && names.has(name));
    return ({ file, exports }) => exports === undefined || exports.some((name) => isOpen || isNamed(name, file));
  },
};
