import type { Declaration } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export function isShell(text: string): text is Shell {
  return shells.some((shell) => shell === text);
}

interface CommandWords {
  /** `auth login` */
  name: string;
  summary: string;
  /** Of its argument. */
  values: readonly string[];
  flags: { name: string; description: string; values: readonly string[] }[];
}

/** Values by the flag, or the command whose argument they are: `--report`, `explain`. */
export type CompletedValues = Readonly<Record<string, readonly string[]>>;

/** Returns a script that completes commands, flags and their values in a shell. */
export function completionScript(shell: Shell, declarations: readonly Declaration[], values: CompletedValues): string {
  const commands = declarations.map(({ usage, summary, flags }) => {
    const command = usage.replace(/(?<! ) *[<[].*/s, '');
    return {
      name: command,
      summary,
      values: values[command] ?? [],
      flags: flags.map(([flag, description]) => {
        const name = flag.replace(/[ [<].*/, '');
        return { name, description, values: values[name] ?? [] };
      }),
    };
  });
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

/** What can follow words: the next words of commands, and the values and flags of a complete one. */
function following(commands: readonly CommandWords[]): [words: string, next: string[]][] {
  const next = new Map<string, Set<string>>();
  const add = (words: string, word: string) => next.set(words, (next.get(words) ?? new Set()).add(word));
  for (const { name, values, flags } of commands) {
    const words = name.split(' ');
    words.forEach((word, index) => {
      add(words.slice(0, index).join(' '), word);
    });
    for (const value of values) add(name, value);
    for (const flag of flags) add(name, flag.name);
  }
  return [...next].map(([words, set]) => [words, [...set]]);
}

function bashScript(commands: readonly CommandWords[]): string {
  const cases = following(commands).map(([words, next]) => `    '${words}') words='${next.join(' ')}' ;;`);
  const valued = new Map(commands.flatMap(({ flags }) => flags.map(({ name, values }) => [name, values.join(' ')])));
  const ofFlags = [...valued].flatMap(([name, list]) => (list === '' ? [] : `    ${name}) words='${list}' ;;`));
  return `# service completion: source this file, or add it to your bash-completion folder.
_service() {
  local current=\${COMP_WORDS[COMP_CWORD]} command='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) command="\${command:+$command }$word" ;; esac
  done
  case \${COMP_WORDS[COMP_CWORD-1]} in
${ofFlags.join('\n')}
  esac
  while [[ -z $words ]]; do
    case $command in
${cases.map((line) => `  ${line}`).join('\n')}
    esac
    [[ -n $words || -z $command ]] && break
    [[ $command == *' '* ]] && command=\${command% *} || command=''
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _service service
`;
}

/** Through the completion of bash, which zsh can load. */
function zshScript(commands: readonly CommandWords[]): string {
  return `#compdef service
autoload -U +X bashcompinit && bashcompinit
${bashScript(commands)}`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const first = new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''));
  const top = [...first].map((word) => {
    const summary = commands.find(({ name }) => name === word)?.summary ?? '';
    return `complete -c service -n __fish_use_subcommand -f -a ${word} -d ${quoted(summary)}`;
  });
  const rest = commands.flatMap(({ name, summary, values, flags }) => {
    const [head = '', ...tail] = name.split(' ');
    const seen = [head, ...tail].map((word) => `__fish_seen_subcommand_from ${word}`);
    const sub = tail.length === 0 ? [] : [`complete -c service -n '${seen[0]}' -f -a ${tail[0]} -d ${quoted(summary)}`];
    const after = `complete -c service -n '${seen.join('; and ')}'`;
    const listed = (all: readonly string[]) => (all.length === 0 ? '' : ` -x -a ${quoted(all.join(' '))}`);
    return [
      ...sub,
      ...(values.length === 0 ? [] : [`${after} -f -a ${quoted(values.join(' '))}`]),
      ...flags.map((flag) => `${after} -l ${flag.name.slice(2)} -d ${quoted(flag.description)}${listed(flag.values)}`),
    ];
  });
  return `${[...top, ...rest].join('\n')}\n`;
}
