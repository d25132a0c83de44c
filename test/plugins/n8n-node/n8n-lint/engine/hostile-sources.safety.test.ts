import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memoryFiles } from '../../../../../kernel/index.ts';
import { noMemory } from '../../../../../kernel/memory.ts';
import { noPackages } from '../../../../../kernel/packages.ts';
import { nodeFile } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/example-text.ts';
import type { LintFinding } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { sourceLint } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-service.ts';
import { installedKits } from '../../../../../runner/kits/installed-kits.ts';
import { chooseIsolation, type Isolation } from '../../../../../runner/sandbox/isolation.ts';
import { type ProjectContents, withProject } from './project-folder.ts';

/** Five options, as the rules about order want: one of them is made by `expression`. */
const options = (expression: string) =>
  `export const field = { displayName: 'F', name: 'f', type: 'options', default: 'a', options: [
    ${['A', 'B', 'C', 'D'].map((name) => `{ name: '${name}', value: '${name.toLowerCase()}' }`).join(', ')},
    { name: 'E', value: 'e', extra: ${expression} }] };
console.log(1);`;

const hostile: ProjectContents = {
  'package.json': JSON.stringify({
    name: 'n8n-nodes-acme',
    n8n: {
      n8nNodesApiVersion: 1,
      nodes: [{}, 7, 'dist/nodes/Acme/Acme.node.js'],
      credentials: ['../../../../etc/passwd'],
    },
  }),
  'nodes/Acme/Acme.node.ts': nodeFile({ credentials: '[acmeCredential]', inputs: "['main']" }),
  'nodes/exits.ts': options('process.exit(0)'),
  'nodes/forges.ts': options("(require('node:fs').writeSync(3, 'forged'), process.abort())"),
  'nodes/patches.ts': options('(Array.prototype.push = () => 0)'),
  'nodes/long.ts': `export const long = '${'x'.repeat(9 * 1024 * 1024)}';`,
  'nodes/many.ts': 'console.log(1);'.repeat(3000),
  'nodes/bytes.ts': Buffer.concat([Buffer.from('console.log("'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('")')]),
  'nodes/fine.ts': 'console.log(1);',
};

let isolation: Isolation;
beforeAll(async () => {
  isolation = await chooseIsolation();
});
afterAll(() => isolation.close?.());

describe('hostile sources, linted in the sandbox', () => {
  it('cost their own file at most', async () => {
    const { findings, log } = await lintSandboxed(hostile);
    expect(log).not.toHaveBeenCalled();
    for (const file of ['exits', 'forges', 'patches', 'bytes', 'fine'].map((name) => `nodes/${name}.ts`))
      expect(inFile(findings, file), file).toContain('no-console');
    expect(
      findings.filter(({ code, file }) => code.startsWith('source-') && /exits|forges|patches/.test(file)),
    ).toEqual([]);
    expect(inFile(findings, 'nodes/long.ts')).toEqual(['source-unlintable']);
    expect(inFile(findings, 'nodes/many.ts').filter((code) => code === 'no-console')).toHaveLength(1000);
    expect(inFile(findings, 'nodes/many.ts')).toContain('source-unlintable');
  });

  it('on which a rule fails are linted by the others, and the failure is an error', async () => {
    const { findings } = await lintSandboxed(hostile);
    expect(inFile(findings, 'nodes/Acme/Acme.node.ts')).toEqual(
      expect.arrayContaining(['source-unlintable', '@n8n/community-nodes/node-connection-type-literal']),
    );
    expect(inFile(findings, 'package.json')).toEqual(
      expect.arrayContaining(['source-unlintable', '@n8n/community-nodes/valid-author']),
    );
    for (const { message } of findings) expect(message).not.toMatch(/\/tmp|\/home|node_modules/);
  });

  it('nested too deeply for the native parser are left to the other one', async () => {
    const brackets = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { findings, log } = await lintSandboxed({
      'nodes/deep.ts': `export const deep = ${brackets};`,
      'nodes/deep.json': brackets,
      'nodes/deep.js': `export const deep = ${brackets};`,
      'nodes/fine.ts': 'console.log(1);',
    });
    expect(log).toHaveBeenCalledWith(expect.stringContaining('slower parser'), 'warn');
    for (const file of ['deep.ts', 'deep.json', 'deep.js'])
      expect(inFile(findings, `nodes/${file}`), file).toEqual([expect.stringMatching(/^source-/)]);
    expect(inFile(findings, 'nodes/fine.ts')).toEqual(['no-console']);
  });
});

function inFile(findings: readonly LintFinding[], file: string): string[] {
  return findings.filter((finding) => finding.file === file).map(({ code }) => code);
}

/** Runs the lint pass on a project on disk, in the best sandbox of this machine. */
function lintSandboxed(contents: ProjectContents) {
  return withProject(contents, async (folder) => {
    const log = vi.fn();
    const findings = await sourceLint.create({
      mode: 'project',
      projectType: 'n8n-node',
      files: memoryFiles(contents),
      manifest: undefined,
      signal: new AbortController().signal,
      memory: noMemory,
      packages: noPackages,
      kits: installedKits(),
      sandbox: isolation.sandbox({ folder }),
      log,
      service: () => Promise.reject(new Error('it needs no other service')),
    });
    return { findings, log };
  });
}
