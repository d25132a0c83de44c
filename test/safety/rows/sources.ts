import { expect } from 'vitest';
import { acmeNode, acmeProject } from '../../plugins/n8n-node/acme-project.ts';
import type { HostileRow } from './hostile-row.ts';

const tsconfig = (config: unknown): HostileRow['files'] => {
  return () => acmeProject({ 'tsconfig.json': JSON.stringify(config) });
};
const source = (node: () => string): HostileRow['files'] => {
  return () => acmeProject({ 'nodes/Acme/Acme.node.ts': node() });
};
/** The line of the host's file that TypeScript would print when it takes it for configuration or source. */
const noHostFile: HostileRow['held'] = ({ answers }) => {
  for (const answer of Object.values(answers)) expect(answer).not.toMatch(/root:x?:0:0|daemon:/);
};

const endlessTypes = `
type Twice<T extends unknown[]> = [...T, ...T];
type Grow<T extends unknown[], N extends unknown[]> = N extends [unknown, ...infer R] ? Grow<Twice<T>, R> | Grow<[...T, 1], R> : T;
type Many = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1];
export const bomb: Grow<[1], Many>['length'] = 'x';
type Chars = 'a'|'b'|'c'|'d'|'e'|'f'|'g'|'h'|'i'|'j';
export const product: \`\${Chars}\${Chars}\${Chars}\${Chars}\${Chars}\${Chars}\` = 'x';`;

export const sources: HostileRow[] = [
  {
    name: 'a tsconfig that extends a file of the host',
    mode: 'project',
    files: tsconfig({ extends: '/etc/passwd', include: ['nodes'] }),
    held: noHostFile,
  },
  {
    name: 'a tsconfig that extends its way out',
    mode: 'project',
    files: tsconfig({ extends: '../../../../../../etc/passwd', include: ['nodes'] }),
    held: noHostFile,
  },
  {
    name: 'a tsconfig with files of the host',
    mode: 'project',
    files: tsconfig({ files: ['/etc/passwd', '../../../../etc/passwd', 'nodes/Acme/Acme.node.ts'] }),
    held: noHostFile,
  },
  {
    name: 'a tsconfig that writes elsewhere',
    mode: 'project',
    operations: true,
    files: tsconfig({
      compilerOptions: { outDir: '/tmp/canary-out', tsBuildInfoFile: '/tmp/canary.tsbuildinfo', incremental: true },
    }),
  },
  {
    name: "the package's own lint configuration, which is ignored",
    mode: 'project',
    files: () =>
      acmeProject({
        'eslint.config.mjs': "throw new Error('the configuration of the package was run');",
        '.eslintrc.js': "throw new Error('the configuration of the package was run');",
        'nodes/Acme/Acme.node.ts': acmeNode({ members: 'key = process.env.ACME_KEY;' }),
      }),
    finds: ['@n8n/community-nodes/no-restricted-globals'],
    held({ answers }) {
      expect(answers.log).not.toContain('the configuration of the package was run');
    },
  },
  {
    name: 'comments that switch the linter off',
    mode: 'project',
    files: source(() => `/* eslint-disable */\n${acmeNode({ members: 'key = process.env.ACME_KEY;' })}`),
    finds: ['@n8n/community-nodes/no-restricted-globals'],
  },
  {
    name: 'one line of 50 MB',
    mode: 'project',
    timeout: 2,
    files: source(() => acmeNode({ top: `export const text = '${'x'.repeat(50 * 1024 * 1024 - 3000)}';` })),
  },
  {
    name: '100,000 nested brackets',
    mode: 'project',
    timeout: 2,
    files: source(() => acmeNode({ top: `export const deep = ${'['.repeat(100_000)}${']'.repeat(100_000)};` })),
  },
  { name: 'types without end', mode: 'project', timeout: 2, files: source(() => acmeNode({ top: endlessTypes })) },
  {
    name: 'source that crashes the compiler',
    mode: 'project',
    timeout: 2,
    files: source(() => `${acmeNode()}\nexport const sum = ${'1+'.repeat(50_000)}1;`),
  },
];
