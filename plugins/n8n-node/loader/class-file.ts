import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createContext, Script } from 'node:vm';
import { classNameOf, classNotFound } from './class-name.ts';
import { N8nRefusal } from './n8n-refusal.ts';

const require = createRequire(import.meta.url);
const context = createContext({ require });

/**
 * Requires a file and constructs its class the way n8n does: without arguments, in a separate context. Like n8n, takes a
 * TypeError of the file's own code for a missing class.
 * Source: n8n-core 2.41, dist/nodes-loader/load-class-in-isolation.js and dist/nodes-loader/directory-loader.js
 * @returns the instance, typed by the caller
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
