import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createContext, Script } from 'node:vm';
import { classNameOf, classNotFound } from './class-name.ts';
import { N8nRefusal } from './n8n-refusal.ts';

const require = createRequire(import.meta.url);
const context = createContext({ require });

/**
 * Requires a file and constructs its class the way n8n does, without arguments, from a context of its own. A TypeError
 * of the file's own code is taken for a missing class, as n8n takes it; that of a missing class is not, because it is
 * the context's TypeError.
 * Source: n8n-core 2.41, dist/nodes-loader/load-class-in-isolation.js and dist/nodes-loader/directory-loader.js
 * @returns whatever was constructed; typed by the caller, who knows what n8n takes it for
 */
export function constructClass(declaredPath: string, root: string) {
  const path = resolve(root, declaredPath);
  try {
    return new Script(`'use strict'; new (require('${path}').${classNameOf(declaredPath)})()`).runInContext(context);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new N8nRefusal('threw', classNotFound, { cause: error });
  }
}
