import type { Manifest } from '../../../../../kernel/check.ts';
import { counted } from '../../../../../kernel/index.ts';
import { locateInJson } from '../../../../../kernel/project-files.ts';
import { didYouMean } from '../../../../../kernel/suggestion.ts';
import type { DescribedNode } from '../../../model/descriptions/described-node.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { shown, textOf } from '../../../model/parameters/plain.ts';
import type { ExampleWorkflow } from '../../../project/examples/example-workflows.ts';
import { listed, type Rule } from '../../../rule.ts';
import { resourcesOf } from '../offered-resources.ts';

/** The example workflows of a package, and its nodes. */
interface Examples {
  workflows: readonly ExampleWorkflow[];
  nodes: readonly DescribedNode[];
  manifest: Manifest;
}

/** A node in an example workflow. */
interface Use {
  workflow: ExampleWorkflow;
  at: number;
  /** The part of the type before the name: `n8n-nodes-acme`. */
  origin: string;
  name: string;
}

function* usesOf(workflows: readonly ExampleWorkflow[]): Generator<Use> {
  for (const workflow of workflows)
    for (const [at, { type }] of workflow.nodes.entries()) {
      const dot = type.lastIndexOf('.');
      yield { workflow, at, origin: type.slice(0, Math.max(dot, 0)), name: type.slice(dot + 1) };
    }
}

/** What the types of a package's nodes begin with: `CUSTOM`, where n8n loads them from a folder of the author's machine. */
const isOrigin = (origin: string, own: string) => ['CUSTOM', own, own.replace(/^@[^/]*\//, '')].includes(origin);

const exampleNode: Rule<Examples> = {
  code: 'docs-example-node-unknown',
  title: 'Example workflow uses a node under a name that users do not have',
  severity: 'warning',
  why: 'The type of a node begins with the name of its package. `CUSTOM` is what n8n calls nodes in a folder of your own machine: users who import the workflow see an unknown node that they cannot install.',
  fix: 'Replace the type in the workflow with that of the published package: its name, a dot, and the `name` of the node.',
  bad: '"type": "CUSTOM.acme"',
  good: '"type": "n8n-nodes-acme.acme"',
  docs: 'https://docs.n8n.io/workflows/export-import/',
  *check({ workflows, nodes, manifest }) {
    const own = manifest['name'];
    if (typeof own !== 'string') return;
    const names = new Set(nodes.flatMap(namesOf));
    const foreign = [...usesOf(workflows)].filter(({ origin, name }) =>
      names.has(name) ? origin !== own && isOrigin(origin, own) : origin === own,
    );
    for (const [type, uses] of Map.groupBy(foreign, ({ origin, name }) => `${origin}.${name}`)) {
      const [first] = uses;
      if (!first) continue;
      const files = new Set(uses.map(({ workflow }) => workflow.path)).size;
      const where = files > 1 ? ` in ${counted(files, 'example workflow')}` : '';
      const right = `${own}.${first.name}`;
      const problem = names.has(first.name)
        ? `is not the type that users have, which is ${shown(right)}`
        : `is not a node of this package${didYouMean(first.name, names)}`;
      const { workflow, at } = first;
      const place = locateInJson(workflow.text, ['nodes', at, 'type']);
      yield { message: `${shown(type)}${where} ${problem}`, file: workflow.path, ...place };
    }
  },
};

/** The names of a node, and those of the tools that n8n makes of it. */
const namesOf = ({ versions }: DescribedNode): string[] =>
  versions.flatMap(({ description }) => {
    const name = textOf(description['name']);
    return name === undefined ? [] : [name, `${name}Tool`];
  });

const exampleValue: Rule<Examples> = {
  code: 'docs-example-value-unknown',
  title: 'Example workflow selects something that the node does not offer',
  severity: 'warning',
  why: 'Users who import the workflow get a node with an invalid selection: it fails, or does something else. Usually the node has changed since the workflow was exported.',
  fix: 'Open the workflow in n8n with the current node, select what it offers, and export it. Remove what it has no replacement for.',
  bad: '"parameters": { "resource": "order", "operation": "getMany" }   of a node with the operations `get` and `getAll`',
  good: '"parameters": { "resource": "order", "operation": "getAll" }',
  docs: 'https://docs.n8n.io/workflows/export-import/',
  *check({ workflows, nodes, manifest }) {
    const own = String(manifest['name']);
    for (const [{ path: file, text }, uses] of Map.groupBy(usesOf(workflows), ({ workflow }) => workflow)) {
      const wrong = uses.flatMap((use) => unknownValues(use, own, nodes));
      const [first] = wrong;
      if (!first) continue;
      const values = [...new Set(wrong.map(({ name, value, of }) => `${name} ${shown(value)}${of}`))];
      const hint = values.length === 1 ? didYouMean(first.value, first.offered) : '';
      const place = locateInJson(text, ['nodes', first.at, 'parameters', first.name]);
      yield { message: `Workflow selects ${listed(values)}, which the node does not offer${hint}`, file, ...place };
    }
  },
};

/** The selections of a node in a workflow that the node does not have. */
function unknownValues({ workflow, at, origin, name: type }: Use, own: string, nodes: readonly DescribedNode[]) {
  // Other packages have nodes of that name as well.
  const node = isOrigin(origin, own) && nodes.find((one) => !one.partial && namesOf(one).includes(type));
  const { parameters = {} } = workflow.nodes[at] ?? {};
  return Object.entries(node ? parameters : {}).flatMap(([name, value]) => {
    if (!node || typeof value !== 'string' || value === '' || value.startsWith('=')) return [];
    const { resource } = parameters;
    const offered = offeredFor(node, name, resource);
    const of = name === 'operation' && typeof resource === 'string' ? ` of resource ${shown(resource)}` : '';
    return !offered || offered.includes(value) ? [] : [{ at, name, value, of, offered }];
  });
}

/**
 * The values of a parameter in all versions of a node; undefined if it has others as well.
 * @param resource the selected one; another value offers no operations that are known
 */
function offeredFor({ versions }: DescribedNode, name: string, resource: unknown): string[] | undefined {
  if (!versions.every(({ parameters }) => parameters.complete)) return undefined;
  const all = versions.flatMap(({ parameters }) => parameters.named.get(name) ?? []);
  if (!all.every(({ type, choices }) => type === 'options' && choices)) return undefined;
  const fitting = name === 'operation' ? all.filter((one) => mayShow(one, resource)) : all;
  const values = fitting.flatMap(({ choices = [] }) => choices.map(({ value }) => String(value)));
  return values.length === 0 ? undefined : [...new Set(values)];
}

/** Whether a parameter may be shown with a resource. */
function mayShow(parameter: Parameter, resource: unknown): boolean {
  const resources = resourcesOf(parameter);
  const isAny = resources.length === 0 || typeof resource !== 'string' || resource.startsWith('=');
  return isAny || resources.includes(resource);
}

export const exampleRules = [exampleNode, exampleValue];
