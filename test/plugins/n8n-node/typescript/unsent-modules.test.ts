import { expect, it } from 'vitest';
import { memoryFiles } from '../../../../kernel/project-files.ts';
import { judgeDiagnostics } from '../../../../plugins/n8n-node/checks/types/judge-diagnostics.ts';
import { documentsMayBeUnsent } from '../../../../plugins/n8n-node/project/unsent-documents.ts';
import { unsentModule } from '../../../../plugins/n8n-node/typescript/unsent-modules.ts';
import { sentFiles } from '../../../../runner/source/sent-files.ts';

const from = 'src/nodes/Acme.node.ts';
const note = Buffer.from(JSON.stringify({ missing: ['gone/b'], leftOut: { 'src/nodes/large.ts': 'it is too large' } }));
const files = sentFiles(memoryFiles({ 'package.json': '{}', [from]: '', 'src/nodes/other.ts': '' }), note);
const resolution = {
  files,
  manifest: { imports: { '#lib/*': './lib/*' } },
  tsconfig: { compilerOptions: { paths: { '@/*': ['shared/*'], '*': ['types/*'] } }, pathsFolder: '.' },
};

it.each([
  ['a file of a folder of which nothing was sent', '../shared/x', 'src/shared/x'],
  ['a file above the project', '../../../shared/x', '../shared/x'],
  ['a file that was left out', './large', 'src/nodes/large'],
  ['an alias', '@/x', 'shared/x'],
  ['a subpath', '#lib/x.js', 'lib/x.js'],
])('%s may be there', (_, specifier, module) => {
  expect(unsentModule(specifier, from, resolution)).toBe(module);
});

it.each([
  ['a file beside others that were sent', './sign-requests'],
  ['what the sender looked for and did not find', '../../gone/b'],
  ['a package, whatever "*" stands for', 'axios'],
])('%s is missing', (_, specifier) => {
  expect(unsentModule(specifier, from, resolution)).toBeUndefined();
});

const project = (compilerOptions: Readonly<Record<string, unknown>> = {}, typescript = '5.9.2') => ({
  files,
  manifest: { devDependencies: { typescript } },
  tsconfig: { path: undefined, compilerOptions, faults: [] },
  build: { unknownStep: undefined },
  missing: [],
});

it.each([
  ['TS2580', 'of version 5 without a list of types', {}, '5.9.2', false],
  ['TS2591', 'of version 5 with a list of types', { types: ['jest'] }, '5.9.2', true],
  ['TS2591', 'of version 6 without a list of types', {}, '6.0.3', true],
  ['TS2580', 'of version 6 with all types', { types: ['*'] }, '6.0.3', false],
])('a missing type of Node.js is %s as in the compiler %s', (code, _, options, version, isAdvised) => {
  const name =
    "Cannot find name 'Buffer'. Do you need to install type definitions for node? Try `npm i --save-dev @types/node`";
  const message = `${name} and then add 'node' to the types field in your tsconfig.`;
  const { errors } = judgeDiagnostics(
    [{ file: from, line: 1, column: 1, code: 2591, message }],
    project(options, version),
  );
  expect(errors).toMatchObject([{ message: `${code}: ${isAdvised ? message : `${name}.`}` }]);
});

it('files that were not uploaded are no type errors, and are reported', () => {
  const diagnostics = ['../shared/x', './gone'].map((specifier) => ({
    file: from,
    line: 1,
    column: 1,
    code: 2307,
    message: `Cannot find module '${specifier}' or its corresponding type declarations.`,
  }));
  const { errors, unsent } = judgeDiagnostics(diagnostics, project());
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("'./gone'")]);
  expect(unsent).toEqual([{ module: 'src/shared/x', from }]);
});

it('README and LICENSE may exist if only sources and configuration were uploaded', () => {
  const sent = (contents: Record<string, string>) => sentFiles(memoryFiles(contents), undefined);
  expect(documentsMayBeUnsent(sent({ 'package.json': '', 'tsconfig.json': '', 'src/a.ts': '' }))).toBe(true);
  expect(documentsMayBeUnsent(sent({ 'package.json': '', 'nodes/a.ts': '' }))).toBe(false);
  expect(documentsMayBeUnsent(memoryFiles({ 'package.json': '' }))).toBe(false);
});
