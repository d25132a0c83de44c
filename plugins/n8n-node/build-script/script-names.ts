import { didYouMean } from '../../../kernel/suggestion.ts';
import type { ShellCommand } from './shell-commands.ts';

/** What lets `npm run` do without a script, or run one of another package. */
const elsewhere = /^(?:--if-present|--workspaces?|-ws?|--prefix|-C|--dir|--filter|-F|--cwd|-r|--recursive)(?:=|$)/;

/** Of npm itself: https://docs.npmjs.com/cli/v11/commands/npm-run */
const ofNpm = new Set(['env', 'start', 'restart']);

/** The script of package.json that a command needs: `npm run icons`, `npm test`. */
export function scriptNamed([runner, run = '', ...rest]: ShellCommand): string | undefined {
  if (!(runner === 'npm' || runner === 'pnpm') || rest.some((word) => elsewhere.test(word))) return undefined;
  if (/^(?:test|t|tst)$/.test(run)) return 'test';
  const name = /^run(?:-script)?$/.test(run) ? rest.find((word) => !word.startsWith('-')) : undefined;
  return name === undefined || /[*/$]/.test(name) || ofNpm.has(name) ? undefined : name;
}

/** Why a script cannot be run. */
export const missingScript = (name: string, scripts: Readonly<Record<string, unknown>>): string | undefined =>
  typeof scripts[name] === 'string'
    ? undefined
    : `package.json has no script "${name}"${didYouMean(name, Object.keys(scripts))}`;
