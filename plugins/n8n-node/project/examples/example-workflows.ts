import type { FileLookup, FileReference } from '../../../../kernel/follow.ts';
import { type ProjectFiles, tryJson } from '../../../../kernel/project-files.ts';
import { recordOf } from '../manifest/manifest-fields.ts';

/** A workflow of n8n that a project has for its users to import. */
export interface ExampleWorkflow {
  path: string;
  text: string;
  /** Its nodes, by their place in the list. */
  nodes: readonly ExampleNode[];
}

interface ExampleNode {
  /** `n8n-nodes-acme.acme` */
  type: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** Limits: files of a project, and folders that are looked into. */
const maxFiles = 50;
const maxFolders = 50;

/** Folders for users. Those of tests hold workflows for the author's own n8n. */
const folder = /(?:^|[-_ ])(?:examples?|workflows?|demos?|samples?|templates?)$/i;
const isExample = (path: string) => path.endsWith('.json') && folder.test(path.split('/', 1)[0] ?? '');

/** Example workflows, which nothing refers to. */
export function* exampleLeads(reach: FileLookup): Generator<FileReference> {
  const queue = reach.folders('.').filter((name) => folder.test(name));
  let found = 0;
  for (const [at, path] of queue.entries()) {
    if (at >= maxFolders) return;
    queue.push(...reach.folders(path).map((name) => `${path}/${name}`));
    for (const name of reach.files(path)) {
      if (found >= maxFiles) return;
      if (!name.endsWith('.json') || !isWorkflow(reach.read(`${path}/${name}`))) continue;
      found += 1;
      yield { path: `${path}/${name}`, why: 'example workflow' };
    }
  }
}

const isWorkflow = (text = '') => text.includes('"connections"') && /"nodes"\s{0,9}:/.test(text);

/** The example workflows of a project. */
export async function exampleWorkflows(files: Pick<ProjectFiles, 'list' | 'read'>): Promise<ExampleWorkflow[]> {
  const workflows: ExampleWorkflow[] = [];
  for (const path of files.list().filter(isExample).slice(0, maxFiles)) {
    const text = await files.read(path);
    const nodes = isWorkflow(text) ? recordOf(tryJson(text))?.['nodes'] : undefined;
    if (Array.isArray(nodes)) workflows.push({ path, text, nodes: nodes.map(readNode) });
  }
  return workflows;
}

function readNode(value: unknown): ExampleNode {
  const { type, parameters } = recordOf(value) ?? {};
  return { type: typeof type === 'string' ? type : '', parameters: recordOf(parameters) ?? {} };
}
