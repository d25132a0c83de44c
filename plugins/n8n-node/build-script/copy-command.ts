import { extname } from 'node:path/posix';
import { normalize } from '../project/project-path.ts';
import { baseOf, type CopyRule } from './copy-rule.ts';
import { foundByName } from './found-copies.ts';
import type { ShellCommand } from './shell-commands.ts';

/**
 * Reads what a copy command copies.
 * @param command its name
 * @param words its arguments
 * @returns undefined if the arguments do not say
 */
export function copiesOfCommand(command: string, words: ShellCommand): CopyRule[] | undefined {
  const read = readers[command];
  if (!read || words.some((word) => word.includes('$') || word.includes('`'))) return undefined;
  const rules = read(words);
  const isInside = ({ from, to }: CopyRule) => [...from, to].every((path) => !/^!?(?:\/|\.\.(?:\/|$))/.test(path));
  return rules?.every(isInside) ? rules : undefined;
}

/** Commands that copy, including those that are not supported. */
export const copyCommands = new Set(
  'cp copy mv copyfiles copyup cpx cpx2 cpx-fixed cpy cpy-cli ncp rsync find xcopy robocopy copy-files-from-to'.split(
    ' ',
  ),
);

const readers: Readonly<Record<string, (words: ShellCommand) => CopyRule[] | undefined>> = {
  cp: copiedByShell,
  mv: copiedByShell,
  copyfiles,
  copyup: (words) => copyfiles(['-u', '1', ...words]),
  cpx,
  cpx2: cpx,
  'cpx-fixed': cpx,
  cpy,
  'cpy-cli': cpy,
  find: foundByName,
  ncp: ([from, to]) => (from === undefined || to === undefined ? undefined : wholeFolder(clean(from), clean(to))),
};

/** cp(1); `**` counts as `*`, as in the shells that npm starts. */
function copiedByShell(words: ShellCommand): CopyRule[] | undefined {
  if (words.some((word) => /^(?:-\w*[tT]|--target|--parents)/.test(word))) return undefined;
  const paths = words.filter((word) => !word.startsWith('-'));
  const target = paths.at(-1);
  const sources = paths.slice(0, -1);
  if (target === undefined || sources.length === 0) return undefined;
  const to = clean(target);
  return sources.flatMap((source): CopyRule[] => {
    const from = clean(source).replaceAll('**', '*');
    const folders = from === '' ? 0 : from.split('/').length - 1;
    if (source.endsWith('/.') || from === '') return wholeFolder(from, to);
    const within: CopyRule = { from: [from, `${from}/**/*`], to, as: { without: folders } };
    // Several need a folder that exists. With a slash at the end, macOS copies what is in them.
    if (/[*?[]/.test(from) || (sources.length > 1 && !source.endsWith('/'))) return [within];
    // A file with a name or a folder as target: a missing target becomes a copy, an existing folder receives the copy.
    const isNamed = sources.length === 1 && extname(target) !== '' && extname(target) === extname(source);
    return isNamed ? [{ from: [from], to, as: 'file' }] : [within, ...wholeFolder(from, to)];
  });
}

const wholeFolder = (from: string, to: string): CopyRule[] => [
  { from: [from === '' ? '**/*' : `${from}/**/*`], to, as: { below: from } },
];

/** https://github.com/calvinmetcalf/copyfiles */
function copyfiles(words: ShellCommand): CopyRule[] | undefined {
  const refused: string[] = [];
  const paths: string[] = [];
  let without = 0;
  let isFlat = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    if (/^(?:-f|--flat)$/.test(word)) isFlat = true;
    else if (/^(?:-u|--up)$/.test(word)) {
      without = Number(next);
      at += 1;
    } else if (/^(?:-e|--exclude)$/.test(word)) {
      refused.push(`!${clean(next)}`);
      at += 1;
    } else if (/^(?:-u|--up=)\d+$/.test(word)) without = Number(/(?<!\d)\d+$/.exec(word)?.[0]);
    else if (!word.startsWith('-')) paths.push(clean(word));
  }
  const to = paths.pop();
  if (to === undefined || paths.length === 0 || !Number.isInteger(without)) return undefined;
  return [{ from: [...paths, ...refused], to, as: isFlat ? 'name' : { without } }];
}

/** https://github.com/bcomnes/cpx2 */
function cpx(words: ShellCommand): CopyRule[] | undefined {
  const [from, to] = words.filter((word) => !word.startsWith('-')).map(clean);
  if (from === undefined || to === undefined || words.some((word) => /^(?:-c|--command|-t|--transform)/.test(word)))
    return undefined;
  return [{ from: [from], to, as: { below: baseOf(from) } }];
}

/** Which of the three it copies depends on its version: https://github.com/sindresorhus/cpy-cli */
function cpy(words: ShellCommand): CopyRule[] | undefined {
  if (words.some((word) => /^--(?:cwd|rename|base)/.test(word))) return undefined;
  const paths = words.filter((word) => !word.startsWith('-')).map(clean);
  const to = paths.pop();
  if (to === undefined || paths.length === 0) return undefined;
  const flat: CopyRule = { from: paths, to, as: 'name' };
  if (words.includes('--flat')) return [flat];
  return [
    flat,
    { from: paths, to, as: { without: 0 } },
    ...paths.map((path): CopyRule => ({ from: [path], to, as: { below: baseOf(path) } })),
  ];
}

function clean(path: string): string {
  const inside = normalize(path.replace(/^!/, '')).replace(/^\.\/|\/$/g, '');
  return `${path.startsWith('!') ? '!' : ''}${inside === '.' ? '' : inside}`;
}
