import type { INodeProperties } from 'n8n-workflow';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import type { TracedRequest } from '../trace/request.ts';
import { most } from '../trace/trace-limits.ts';
import { seeFields } from './request-fields.ts';

/**
 * A field of a body that has the name of a secret of a credential that was used, and the value of another field of it. A secret
 * that depends on what is selected in the credential may not be the one that is meant.
 */
export function misplacedIn(body: string, credentials: SimulatedCredentials): Pick<TracedRequest, 'misplaced'> {
  for (const credential of credentials.used) {
    const { properties = [] } = credentials.type(credential) ?? {};
    const secrets = properties.filter((one) => isSecret(one) && !one.displayOptions && body.includes(one.name));
    if (secrets.length === 0) continue;
    const values = credentials.valuesOf(credential);
    const others = properties.filter((one) => one.type === 'string' && !isSecret(one) && isOwn(values[one.name]));
    for (const [key, value] of fieldsIn(body)) {
      if (!secrets.some(({ name }) => name === key)) continue;
      const other = others.find(({ name }) => values[name] === value);
      if (other)
        return {
          misplaced: {
            credential: credential.slice(0, most.name),
            field: key.slice(0, most.name),
            other: other.name.slice(0, most.name),
          },
        };
    }
  }
  return {};
}

const isSecret = ({ typeOptions }: INodeProperties): boolean => typeOptions?.password === true;

/** Whether a value is one that nothing else has: the name of the user, or a text with it. */
const isOwn = (value: unknown): boolean => typeof value === 'string' && /some(?:one|body)/.test(value);

/** The fields of a body in JSON, at any depth, or of a form. */
function fieldsIn(body: string): [key: string, value: unknown][] {
  const found: [string, unknown][] = [];
  seeFields(body, (key, value) => found.push([key, value]));
  return found;
}
