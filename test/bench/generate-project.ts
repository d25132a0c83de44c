import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { actionFile, actionIndexFile, genericFunctionsFile, typesFile } from './project/action-file.ts';
import { describeResource, descriptionFile } from './project/description-file.ts';
import { className, codexFile, credentialOf, nodeFile, type Product } from './project/node-file.ts';
import { iconFile, packageFiles } from './project/package-files.ts';
import { Random } from './project/random.ts';
import {
  camel,
  indent,
  productCount,
  productWords,
  type Resource,
  resources,
  resourcesOf,
} from './project/vocabulary.ts';

/** What a generated project looks like. The same shape and seed give the same bytes, everywhere and always. */
export interface ProjectShape {
  /** How many nodes the package declares. */
  nodes: number;
  /** `split`: a node is a folder of some eight sources, as in large packages; `single`: one source, described in place. */
  layout: 'split' | 'single';
  /** How many fields an operation has, at least and at most. */
  fields: readonly [number, number];
  seed?: number;
}

/** Projects as large as those that n8n's linter was measured on, and three of which each is ten times the one before. */
export const shapes = {
  '70-files': { nodes: 8, layout: 'split', fields: [6, 20] },
  '600-files': { nodes: 53, layout: 'split', fields: [18, 24] },
  '10-nodes': { nodes: 10, layout: 'single', fields: [2, 4] },
  '100-nodes': { nodes: 100, layout: 'single', fields: [2, 4] },
  '1000-nodes': { nodes: 1000, layout: 'single', fields: [2, 4] },
} as const satisfies Record<string, ProjectShape>;
export type ShapeName = keyof typeof shapes;

/**
 * A community node package for n8n that compiles, loads and has the faults that real ones have: programmatic and
 * declarative nodes, credentials, icons, codex files, README.
 * @returns the text of each file by its path
 */
export function generateProject({ nodes, layout, fields, seed = 1 }: ProjectShape): Map<string, string> {
  if (nodes > productCount) throw new Error(`there are ${productCount} products to make nodes of, not ${nodes}`);
  const files = new Map<string, string>();
  const random = new Random(seed);
  const declared: string[] = [];
  for (let index = 0; index < nodes; index++) {
    const style = index % 3 === 2 ? 'declarative' : 'programmatic';
    const count = layout === 'single' ? 1 : random.integer(2, 4);
    const product: Product = { words: productWords(index), style, resources: resourcesOf(random, count) };
    const name = className(product);
    const folder = `nodes/${name}`;
    declared.push(`${folder}/${name}.node.ts`);
    const describe = (resource: Resource) => describeResource(resource, style, random.integer(...fields), random);
    const sources = layout === 'single' ? singleSource(product, describe) : splitSources(product, describe);
    for (const [path, text] of Object.entries(sources)) files.set(`${folder}/${path}`, text);
    files.set(`${folder}/${name}.node.json`, codexFile(product));
    files.set(`${folder}/${camel(product.words)}.svg`, iconFile('#12355b'));
    files.set(`${folder}/${camel(product.words)}.dark.svg`, iconFile('#c8d9ec'));
  }
  const around = { ...(layout === 'single' && sharedSources()), ...packageFiles(declared) };
  for (const [path, text] of Object.entries(around)) files.set(path, text);
  return files;
}

/** Writes a generated project into a folder. */
export async function writeProject(folder: string, shape: ProjectShape): Promise<void> {
  for (const [path, text] of generateProject(shape)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

type Describe = (resource: Resource) => string;

/** A node as a folder: its description by resource, and for a programmatic one its actions by resource. */
function splitSources(product: Product, describe: Describe): Record<string, string> {
  const { resources, style } = product;
  const programmatic = style === 'programmatic';
  const described = resources.map(
    ({ title, name }) => `import { ${name}Fields, ${name}Operations } from './descriptions/${title}Description';\n`,
  );
  const files: Record<string, string> = {
    [`${className(product)}.node.ts`]: nodeFile(product, {
      before: `${programmatic ? "import { runOperation } from './actions';\n" : ''}${described.join('')}`,
      properties: propertiesOf(product),
    }),
  };
  for (const resource of resources) {
    files[`descriptions/${resource.title}Description.ts`] = descriptionFile(describe(resource));
    if (programmatic) files[`actions/${resource.name}.ts`] = actionFile(resource);
  }
  if (!programmatic) return files;
  return {
    ...files,
    'actions/index.ts': actionIndexFile(resources),
    'GenericFunctions.ts': genericFunctionsFile(credentialOf(product)),
    'types.ts': typesFile,
  };
}

/** A node as one source, described in place; what a programmatic one does is in the shared modules. */
function singleSource(product: Product, describe: Describe): Record<string, string> {
  const { resources, style } = product;
  const described = resources.map(describe);
  const imports = style === 'programmatic' ? `import { runOperation } from '../shared/actions';\n` : '';
  return {
    [`${className(product)}.node.ts`]: nodeFile(product, {
      types: ['INodeProperties'],
      before: `${imports}\n${described.join('\n').replaceAll('export const', 'const')}`,
      properties: propertiesOf(product),
    }),
  };
}

/** The modules that all nodes of one source share. */
function sharedSources(): Record<string, string> {
  const actions = resources.map(({ name, ...rest }) => [
    `nodes/shared/actions/${name}.ts`,
    actionFile({ name, ...rest }),
  ]);
  return {
    ...Object.fromEntries(actions),
    'nodes/shared/actions/index.ts': actionIndexFile(resources),
    'nodes/shared/GenericFunctions.ts': genericFunctionsFile('quillmarkApi'),
    'nodes/shared/types.ts': typesFile,
  };
}

function propertiesOf({ resources }: Product): string {
  return indent(
    3,
    resources.flatMap(({ name }) => [`...${name}Operations,`, `...${name}Fields,`]),
  );
}

if (import.meta.main) {
  const [name = '', folder] = process.argv.slice(2);
  const shape = Object.entries(shapes).find(([known]) => known === name)?.[1];
  if (!shape || folder === undefined)
    throw new Error(`usage: generate-project.ts <${Object.keys(shapes).join('|')}> <folder>`);
  await writeProject(folder, shape);
}
