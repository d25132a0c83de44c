import Type from 'typebox';
import { most } from './trace-limits.ts';

export const Text = Type.String({ maxLength: most.stack });
/** Of a parameter, a field, a host. */
export const Name = Type.String({ maxLength: most.name });
/** `acmeApi.apiKey` */
export const Secrets = Type.Array(Name, { maxItems: most.marks });
export const Digest = Type.String({ maxLength: 30 });
export const Marks = Type.Array(Type.String({ maxLength: 20 }), { maxItems: most.marks });

/** `acmeApi` of the secret `acmeApi.apiKey`. */
export const credentialOf = (secret: string): string => secret.split('.')[0] ?? secret;
