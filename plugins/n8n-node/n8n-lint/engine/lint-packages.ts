import type { ESLint } from 'eslint';
import { requireFrom } from '../../n8n/kit-folder.ts';

let kit: NodeJS.Require | undefined;

/** Sets the kit with the packages of the linter, before any of them is loaded. */
export function useLintPackages(folder: string): void {
  kit = requireFrom(folder);
}

/** `require` for these packages: n8n's plugins, ESLint and typescript-eslint. */
export function lintRequire(): NodeJS.Require {
  if (!kit) throw new Error('the kit of the linter is not set');
  return kit;
}

type Plugin = Pick<ESLint.Plugin, 'rules'>;

/** n8n's own rules. */
export const communityNodes = (): Plugin => lintRequire()('@n8n/eslint-plugin-community-nodes').default;

/** The other rules of n8n's gate. */
export const nodesBase = (): Plugin => lintRequire()('eslint-plugin-n8n-nodes-base');
