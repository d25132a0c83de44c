import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { projectInput } from '../../../../plugins/n8n-node/typescript/compile-input.ts';
import { layTypes } from '../../../../plugins/n8n-node/typescript/laid-types.ts';
import { runTypeScript } from '../../../../plugins/n8n-node/typescript/run-typescript.ts';
import { acmeNode, acmeNodes, acmeProject } from '../acme-project.ts';
import { currentKit, previousKit } from '../installed-n8n.ts';
import { type OpenedProject, openProject } from '../project-on-disk.ts';

/** TypeScript 6, which n8n-node projects can still use; they are compiled by TypeScript 7. */
const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

const host = (code: string) => `import * as host from 'n8n-workflow';\n${code}`;
const given = (name: string, code: string) => host(`export async function run(this: host.${name}) { ${code} }`);

/** What nodes use of n8n-workflow: a part of it is in one of the releases only. */
const tops: Readonly<Record<string, string>> = {
  Sound: '',
  NewFunction: given('IExecuteFunctions', 'return this.isToolExecution();'),
  NoFunction: given('IExecuteFunctions', 'return this.getNodeParametre(1);'),
  Arguments: given('IExecuteFunctions', "return this.helpers.httpRequest('GET', 1, 2, 3);"),
  Result: given(
    'ILoadOptionsFunctions',
    'const options: host.INodePropertyOptions[] = [{ value: 1 }]; return options;',
  ),
  NewClass: host('export const failure = host.NodeVersionNotFoundError;'),
  OldClass: host('export const failure = host.ApplicationError;'),
  NoClass: host('export const failure = host.NoSuchError;'),
  ConnectionType: host('export const type = host.NodeConnectionType.Main;'),
  ConnectionTypes: host('export const type: host.NodeConnectionType = host.NodeConnectionTypes.AiTool;'),
  Description: host(
    "export const one: host.INodeProperties = { displayName: 1, name: 'a', type: 'text', default: '' };",
  ),
  Hint: host(
    "export const one: host.INodeProperties = { displayName: 'A', name: 'a', type: 'string', default: '', builderHint: { message: 'b' } };",
  ),
  Credential: host("export const one: host.ICredentialType = { name: 'acmeApi', displayName: 'Acme API' };"),
  Deep: "import type { INodeTypes } from 'n8n-workflow/dist/interfaces';\nexport const types: INodeTypes = 1;",
  Import: "import { NoSuchType } from 'n8n-workflow';\nexport const one: NoSuchType = 1;",
};
const projects = {
  'one node': acmeProject({ 'nodes/Acme/Acme.node.ts': acmeNode({ members: 'limit: number = "ten";' }) }),
  'many nodes': acmeNodes(tops),
};

/** The errors of TypeScript itself, with the n8n-workflow of a kit in node_modules. */
async function errorsOfCompiler(folder: string, kit: string): Promise<string[]> {
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(kit, 'node_modules/n8n-workflow'), join(folder, 'node_modules/n8n-workflow'));
  const flags = ['--noEmit', '--skipLibCheck', '--pretty', 'false', '--ignoreDeprecations', '6.0'];
  const { stdout } = await execa(process.execPath, [tsc, '-p', folder, ...flags], { cwd: folder, reject: false });
  // Where a kit is installed is part of some messages.
  const lines = stdout.replaceAll(kit, '').matchAll(/^(\S+)\((\d+),(\d+)\): error TS(\d+): (.*)$/gm);
  return [...lines].map(([, file, line, column, code, message]) => `${file}:${line}:${column} ${code} ${message}`);
}

async function ourErrors({ context }: OpenedProject, workflow: string): Promise<string[]> {
  const input = (await context.service(projectInput)) ?? expect.fail('there is nothing to compile');
  const laid = await layTypes(context, { host: workflow });
  expect(laid.versions['n8n-workflow']).toBe(workflow);
  const asked = { ...input, laid, check: true, emit: 'nothing' } as const;
  const { diagnostics, failure } = await runTypeScript(context, asked, 60);
  expect(failure).toBeUndefined();
  return diagnostics.map(
    ({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message.split('\n')[0]}`,
  );
}

test.each(
  [currentKit, previousKit].flatMap((kit) =>
    Object.entries(projects).map(([name, contents]) => ({ n8n: kit.n8n, name, kit, contents })),
  ),
)('the type errors of $name with n8n $n8n are those of TypeScript', async ({ kit, contents }) => {
  await using project = await openProject(contents);
  const ours = await ourErrors(project, kit.workflow);
  const theirs = await errorsOfCompiler(project.folder, kit.folder);
  expect(theirs.length).toBeGreaterThan(0);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
});
