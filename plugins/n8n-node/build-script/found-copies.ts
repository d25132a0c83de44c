import type { CopyRule } from './copy-rule.ts';

/** `find … | while read f; do cp "$f" "dist/$f"; done`, with or without a folder made before. */
const loop =
  /(\bfind [^|;&\n]{1,500})\|\s*while (?:IFS= )?read (?:-r )?(\w+);\s*do (?:mkdir -p "?[\w./-]+\/\$\(dirname "?\$\2"?\)"?\s*(?:;|&&)\s*)?cp "?\$\2"? "?([\w./-]+)\/\$\2"?;\s*done\b/g;

/** Writes such a loop as the one command that does the same. */
export const withoutLoops = (script: string): string =>
  script.replace(loop, (_, found: string, __, to: string) => {
    const [, folders = '', tests = ''] = /^(find(?: [^-\s]\S*)*)(?= |$) ?(.*)$/.exec(found.trimEnd()) ?? [];
    const all = tests.includes('(') ? tests : `'(' ${tests} ')'`;
    return `${folders} ${all} -exec cp --parents {} ${to} ';'`;
  });

/** `find nodes icons -name '*.svg' -exec cp --parents {} dist \;` */
export function foundByName(words: readonly string[]): CopyRule[] | undefined {
  const at = words.findIndex((word) => /^[-(]/.test(word));
  const [folders, tests] = [words.slice(0, at), words.slice(at)];
  const action = tests.indexOf('-exec');
  const [cp, parents, found, to, end, ...others] = tests.slice(action + 1);
  if (action < 0 || cp !== 'cp' || parents !== '--parents' || found !== '{}' || to === undefined) return undefined;
  if (!/^[;+]$/.test(end ?? '') || others.length > 0 || folders.length === 0) return undefined;
  const selection = tests.slice(0, action).join(' ');
  // Without parentheses, the command is run for the last alternative only.
  const alternatives = /^(?:-type f )?(?:\( (?<several>.*) \)|(?<one>-name \S+))$/.exec(selection)?.groups;
  const names = (alternatives?.['several'] ?? alternatives?.['one'])?.split(' -o ').map((one) => {
    const [, name] = /^(?:-type f )?-name (\S+)$/.exec(one) ?? [];
    return name;
  });
  if (!names?.every((name) => name !== undefined)) return undefined;
  const inside = folders.map((folder) => folder.replace(/^\.\/|\/$/g, ''));
  if (inside.some((folder) => folder === '' || folder === '.')) return undefined;
  const from = inside.flatMap((folder) => names.map((name) => `${folder}/**/${name}`));
  return [{ from, to: to.replace(/^\.\/|\/$/g, ''), as: { without: 0 } }];
}
