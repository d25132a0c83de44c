import type { INodeProperties } from 'n8n-workflow';

const secretName =
  /^(?:(?:api|secret|private)[_-]?key|(?:(?:(?:personal[_-]?)?access|api|auth|bearer)[_-]?)?token|(?:client[_-]?)?secret|password)$/i;

/** Whether users enter a secret in a field of a credential: one that the editor hides, or that has the name of one. */
export const isSecretField = ({ name, type, typeOptions }: INodeProperties): boolean =>
  typeOptions?.password === true || (type === 'string' && secretName.test(name));
