import { fileURLToPath } from 'node:url';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';

/** An ECMAScript module imports what n8n provides to `require` only. */
export class ForRequireOnly extends Error {
  readonly code = 'ERR_MODULE_NOT_FOUND';
  readonly specifier: string;
  constructor(specifier: string, message: string) {
    super(message);
    this.specifier = specifier;
  }
}

/** Node's own error, for a module that exists only here. */
export function missingModule(
  specifier: string,
  parentURL: string,
  { esModule, isHost }: { esModule: boolean; isHost: boolean },
): Error {
  const from = fileURLToPath(parentURL);
  const kind = packageOfSpecifier(specifier) === undefined ? 'module' : 'package';
  if (!esModule) {
    const message = `Cannot find module '${specifier}'\nRequire stack:\n- ${from}`;
    return Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
  }
  const message = `Cannot find ${kind} '${specifier}' imported from ${from}`;
  if (isHost) return new ForRequireOnly(specifier, message);
  return Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
}
