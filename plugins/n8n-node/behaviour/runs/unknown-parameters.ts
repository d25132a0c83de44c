import type { INodeType } from 'n8n-workflow';

/** Parameters that n8n itself reads: n8n-core 2.41, execution-engine. */
export const ofEngine = ['requestOptions', 'authentication', 'nodeCredentialType', 'genericAuthType'];

/** Names that it read, and that no parameter has: as a path where that ends with a parameter that it did not read. */
export function unknownIn(read: ReadonlySet<string>, { description }: INodeType, unread: readonly string[]): string[] {
  const names = new Set([...ofEngine, ...description.properties.map(({ name }) => name)]);
  // n8n takes a name with a dot for what it is before it looks for the part of a parameter.
  const known = new Set([...names].filter((name) => name.includes('.') && read.has(name)).map(rootOf));
  const isInstead = (path: string) => unread.some((name) => path.endsWith(`.${name}`));
  const unknown = [...read].flatMap((path) => {
    if (isInstead(path) && !names.has(path) && !hasPart(path, description)) return path;
    return names.has(rootOf(path)) || known.has(rootOf(path)) ? [] : rootOf(path);
  });
  return [...new Set(unknown)].slice(0, 100);
}

/** Whether a path may lead to a field of a parameter: of a collection, its fields are known. */
const hasPart = (path: string, { properties }: INodeType['description']): boolean =>
  properties.some(
    ({ name, type, options = [] }) =>
      name === rootOf(path) && (type !== 'collection' || options.some((field) => path === `${name}.${field.name}`)),
  );

const rootOf = (path: string) => path.split(/[.[]/)[0] ?? '';
