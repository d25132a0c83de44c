import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const folder = new URL('../../../examples/deploy/', import.meta.url);
export const deployFile = (name: string) => fileURLToPath(new URL(name, folder));

/** Everything that is in a YAML file. @throws {Error} for what is not YAML */
function documents(name: string): unknown[] {
  return parseAllDocuments(readFileSync(deployFile(name), 'utf8'), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join(', ')}`);
    return document.toJS();
  });
}

/** Every value below a property of this name, wherever that is. */
export function valuesOf(tree: unknown, property: string): unknown[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => [
    ...(name === property ? [value] : []),
    ...valuesOf(value, property),
  ]);
}

export const compose = documents('compose.yaml');
export const kubernetes = readdirSync(deployFile('kubernetes')).flatMap((name) => documents(`kubernetes/${name}`));

/** A container that runs the service: what it is started with, and how long it has to end. */
export interface ServiceContainer {
  name: string;
  args: string[];
  env: Record<string, string>;
  /** Seconds. */
  grace: number;
}

/** Those of both, told by their image. */
export const serviceContainers: ServiceContainer[] = [
  ...valuesOf(compose, 'services').flatMap((services) =>
    Object.entries(Object(services)).flatMap(([name, service]) => {
      const { image, command, environment, stop_grace_period: grace } = Object(service);
      if (!String(image).startsWith('service:')) return [];
      return [{ name: `compose ${name}`, args: command, env: environment, grace: Number.parseInt(grace, 10) }];
    }),
  ),
  ...kubernetes.flatMap((manifest) => {
    const [pod] = valuesOf(manifest, 'template').map((template) => Object(template).spec);
    const [container] = Object(pod).containers ?? [];
    if (!String(container?.image).startsWith('service:')) return [];
    const variables: { name: string; value: string }[] = container.env;
    return [
      {
        name: `kubernetes ${container.name}`,
        args: container.args,
        env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
        grace: pod.terminationGracePeriodSeconds,
      },
    ];
  }),
];
