import Type from 'typebox';
import { most } from './trace-limits.ts';

export const Text = Type.String({ maxLength: most.stack });
/** `acmeApi.apiKey` */
export const Secrets = Type.Array(Type.String({ maxLength: most.name }), { maxItems: most.marks });
export const Digest = Type.String({ maxLength: 30 });
export const Marks = Type.Array(Type.String({ maxLength: 20 }), { maxItems: most.marks });
