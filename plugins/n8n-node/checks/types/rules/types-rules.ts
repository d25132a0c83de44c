import type { Rule } from '../../../../../kernel/finding.ts';

const tsconfigDocs = 'https://www.typescriptlang.org/tsconfig/';

export const typesError: Rule = {
  code: 'types-error',
  title: 'TypeScript reports an error',
  severity: 'error',
  why: 'The build of the project stops at it, or writes code that does not do what its types promise: in n8n that shows as a node that fails when it is used.',
  fix: 'Correct the type, as the message of TypeScript says.',
  bad: "const limit: number = this.getNodeParameter('limit', 0);\nlimit.trim();",
  good: "const limit = this.getNodeParameter('limit', 0) as number;\nlimit.toFixed();",
  docs: 'https://www.typescriptlang.org/docs/handbook/2/basic-types.html',
};

export const unresolvedImport: Rule = {
  code: 'types-import-unresolved',
  title: 'An import leads nowhere',
  severity: 'error',
  why: 'The module is neither a file of the project nor a package that package.json names: on a fresh machine the project does not build.',
  fix: 'Correct the path, or add the package to package.json.',
  bad: "import { signRequest } from './sign-requests';",
  good: "import { signRequest } from './sign-request';",
  docs: 'https://www.typescriptlang.org/docs/handbook/modules/theory.html#module-resolution',
};

export const unfinished: Rule = {
  code: 'types-unfinished',
  title: 'TypeScript could not finish, or makes too much',
  severity: 'error',
  why: 'The types are so large, or refer to themselves so deeply, that the compiler runs out of time or memory, for everyone who builds the project; or so much is compiled that no node should be loaded from it.',
  fix: 'Find the type that TypeScript does not come to an end with: `npx tsc --noEmit --extendedDiagnostics` on parts of the project. Keep data out of the sources.',
  bad: 'type Deep<T> = { [K in keyof T]: Deep<Deep<T[K]>> };',
  good: 'type Deep<T> = { [K in keyof T]: T[K] };',
  docs: 'https://github.com/microsoft/TypeScript/wiki/Performance',
};

export const tsconfigSyntax: Rule = {
  code: 'tsconfig-syntax',
  title: 'The TypeScript configuration can not be read',
  severity: 'error',
  why: 'The compiler stops before it looks at any source.',
  fix: 'Correct the JSON at this place.',
  bad: '{ "compilerOptions": { "strict": true "outDir": "dist" } }',
  good: '{ "compilerOptions": { "strict": true, "outDir": "dist" } }',
  docs: tsconfigDocs,
};

export const tsconfigExtends: Rule = {
  code: 'tsconfig-extends-unread',
  title: 'What the TypeScript configuration extends was not read',
  severity: 'warning',
  why: 'Only files of the project, and of the repository around it, are read. Options that stand elsewhere are not applied here, so the build may find more, or less, than this check.',
  fix: 'Put the options into a configuration inside the project or its repository.',
  bad: '{ "extends": "/home/me/tsconfig.base.json" }',
  good: '{ "extends": "./tsconfig.base.json" }',
  docs: `${tsconfigDocs}#extends`,
};
