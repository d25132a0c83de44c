import type { Rule } from '../../../../../kernel/finding.ts';

const tsconfigDocs = 'https://www.typescriptlang.org/tsconfig/';

export const typesError: Rule = {
  code: 'types-error',
  title: 'TypeScript reports an error',
  severity: 'error',
  why: 'The build of the project fails, or it emits code that does not match its types: the node then fails when a workflow runs it.',
  fix: 'Correct the code at this line; the message is from TypeScript.',
  bad: "const limit: number = this.getNodeParameter('limit', 0);\nlimit.trim();",
  good: "const limit = this.getNodeParameter('limit', 0) as number;\nlimit.toFixed();",
  docs: 'https://www.typescriptlang.org/docs/handbook/2/basic-types.html',
};

export const unresolvedImport: Rule = {
  code: 'types-import-unresolved',
  title: 'Import cannot be resolved',
  severity: 'error',
  why: 'The module is neither a file of the project nor a package in package.json, so a clean checkout of the project does not build.',
  fix: 'Correct the path, or add the package to package.json.',
  bad: "import { signRequest } from './sign-requests';",
  good: "import { signRequest } from './sign-request';",
  docs: 'https://www.typescriptlang.org/docs/handbook/modules/theory.html#module-resolution',
};

export const unfinished: Rule = {
  code: 'types-unfinished',
  title: 'Compiled code is too large',
  severity: 'error',
  why: 'n8n loads all code of a package each time it starts. The compiled code is so large that `service` does not load it.',
  fix: 'Move large data out of the sources, into JSON files or an API.',
  bad: 'export const cities = [ /* a million of them */ ];',
  good: 'const cities = await this.helpers.httpRequest({ url });',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/',
};

export const tsconfigSyntax: Rule = {
  code: 'tsconfig-syntax',
  title: 'TypeScript configuration has a syntax error',
  severity: 'error',
  why: 'The compiler stops before it reads any source.',
  fix: 'Fix the JSON at the reported position.',
  bad: '{ "compilerOptions": { "strict": true "outDir": "dist" } }',
  good: '{ "compilerOptions": { "strict": true, "outDir": "dist" } }',
  docs: tsconfigDocs,
};

export const tsconfigExtends: Rule = {
  code: 'tsconfig-extends-unread',
  title: 'TypeScript configuration extends a file outside the project',
  severity: 'warning',
  why: 'Only files of the project and its repository are read. Options in other files are not applied, so the build may report more or fewer errors than this check. Reported as an error if configurations extend each other: tsc refuses them.',
  fix: 'Move the options to a configuration inside the project or its repository.',
  bad: '{ "extends": "/home/me/tsconfig.base.json" }',
  good: '{ "extends": "./tsconfig.base.json" }',
  docs: `${tsconfigDocs}#extends`,
};

export const tsconfigOption: Rule = {
  code: 'tsconfig-option',
  title: 'Compiler option is unknown or deprecated, has a wrong type or lacks another one',
  severity: 'error',
  why: 'tsc reports the option and ends with an error, so the build fails.',
  fix: 'Correct the name or the value of the option, set the option that it needs, or remove it.',
  bad: '{ "compilerOptions": { "stric": true } }',
  good: '{ "compilerOptions": { "strict": true } }',
  docs: tsconfigDocs,
};

export const notStrict: Rule = {
  code: 'types-not-strict',
  title: 'Strict type checking is disabled',
  severity: 'warning',
  why: 'Without `strict`, TypeScript does not report values that may be undefined, like parameters and responses: the node fails at run time instead.',
  fix: 'Set "strict": true and fix the errors that TypeScript then reports.',
  bad: '{ "compilerOptions": { "strict": false } }',
  good: '{ "compilerOptions": { "strict": true } }',
  docs: `${tsconfigDocs}#strict`,
};

export const unchecked: Rule = {
  code: 'types-unchecked',
  title: 'Source is excluded from type checking',
  severity: 'warning',
  why: 'With `@ts-nocheck`, TypeScript reports no errors in the file: the node fails at run time instead.',
  fix: 'Remove the comment and fix the errors that TypeScript then reports.',
  bad: '// @ts-nocheck\nexport class Acme implements INodeType {}',
  good: 'export class Acme implements INodeType {}',
  docs: 'https://www.typescriptlang.org/docs/handbook/intro-to-js-ts.html#ts-check',
};
