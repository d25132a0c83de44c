import type { Service } from '../../../../kernel/check.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { isTestFile } from '../../project/test-file.ts';

/** A mention, with the name if it is constant. */
const read = /\bgetCredentials\b(?:<[^()]{0,200}>)?(?:\(\s*(['"`])([\w-]{1,200})\1)?/g;

/**
 * Whether code may read a credential by its name. Also true where the sources are not known, read credentials by names that
 * are not constant, or use dependencies, which may read them.
 */
export const credentialReads: Service<(credential: string) => boolean> = {
  name: 'credentials that the sources read',
  async create({ manifest, service }) {
    const texts = [...((await service(scriptReach))?.texts ?? [])].flatMap(([path, text]) =>
      path.endsWith('.json') || isTestFile(path) ? [] : [text],
    );
    const isOpen = texts.length === 0 || Object.keys(recordOf(manifest?.['dependencies']) ?? {}).length > 0;
    const names = new Set(texts.flatMap((text) => [...text.matchAll(read)].map(([, , name]) => name)));
    return (credential) => isOpen || names.has(undefined) || names.has(credential);
  },
};
