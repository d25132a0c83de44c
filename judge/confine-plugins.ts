import { readFileSync } from 'node:fs';
import { isBuiltin, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../kernel/digest.ts';
import { ownKernel } from './import-module.ts';
import type { PluginCode } from './judge-request.ts';

const allowed = new Map<string, string>();

/**
 * Restricts the imports of these modules to each other, Node.js and our kernel, and to their allowed content. Permanent, because
 * a plugin may import a module when one of its checks runs.
 */
export function confinePlugins(code: PluginCode): void {
  const isFirst = allowed.size === 0;
  for (const [path, digest] of Object.entries(code)) allowed.set(path, digest);
  if (!isFirst) return;
  registerHooks({
    resolve(wanted, context, next) {
      const resolved = next(wanted, context);
      const parent = pathOf(context.parentURL);
      if (parent !== undefined && allowed.has(parent)) rejectForeignImport(resolved.url);
      return resolved;
    },
  });
}

/** @throws {Error} if a module was not allowed or has changed */
export function rejectForeignImport(url: string): void {
  if (url === ownKernel || isBuiltin(url)) return;
  const path = pathOf(url);
  const digest = path === undefined ? undefined : allowed.get(path);
  if (path !== undefined && digest !== undefined && digestOf(readFileSync(path)) === digest) return;
  throw new Error(
    `${path ?? url.slice(0, 100)} is not part of the plugin code that you allowed; pass --allow-plugins to run it`,
  );
}

function pathOf(url: string | undefined): string | undefined {
  return url?.startsWith('file:') ? fileURLToPath(url) : undefined;
}
