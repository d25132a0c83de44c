import type { CredentialClass, Loading } from '../n8n/n8n-shapes.ts';
import { constructClass } from './class-file.ts';
import { resolveIcon } from './icon-path.ts';
import type { LoadedCredential } from './load-output.ts';
import { readingDescription } from './n8n-refusal.ts';
import { isExceeded, newRoom, plainData } from './plain-data.ts';

/**
 * Loads the credential of a file by n8n's rules; throws what n8n throws.
 * Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js
 */
export function loadCredential(declaredPath: string, { root }: Loading): LoadedCredential {
  const credential: CredentialClass = constructClass(declaredPath, root);
  const room = newRoom();
  const description = plainData(credential, room);
  const methods = ['authenticate', 'preAuthentication'].filter((method) => isMethod(credential, method));
  const name = readingDescription(() => {
    Object.assign(credential, { toJSON: () => ({}) });
    resolveIcon(credential, declaredPath, root);
    void credential.constructor.name;
    return String(credential.name);
  });
  if (isExceeded(room)) return { name, methods, description: {}, omitted: true };
  return {
    name,
    methods,
    description: typeof description === 'object' && description !== null ? { ...description } : {},
  };
}

function isMethod(credential: CredentialClass, name: string): boolean {
  try {
    return typeof Reflect.get(credential, name) === 'function';
  } catch {
    return false;
  }
}
