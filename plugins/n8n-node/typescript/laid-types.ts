import type { Service, ServiceContext } from '../../../kernel/check.ts';
import type { MissingPackage, ProvidedPackages } from '../../../kernel/packages.ts';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';
import { compileInput, type ProjectInput } from './compile-input.ts';
import { importedPackages } from './imported-packages.ts';
import { type ProjectLayout, projectLayout } from './project-layout.ts';
import { scriptSurvey } from './script-survey.ts';
import { sentry } from './sentry-types.ts';

/** The packages whose types a project is compiled with, and what TypeScript is told of them. */
export interface LaidTypes {
  /** What `SandboxJob.packages` takes. */
  folder: string | undefined;
  /** Exact versions of those that the project imports, by name. */
  versions: ProvidedPackages['versions'];
  /** Those that could not be had; what nobody asks for is not among them. */
  missing: readonly MissingPackage[];
  /** Packages below `@types` that are seen without being imported. */
  ambient: readonly string[];
  /** Packages that are there, but not all that their types rest on. */
  incomplete: readonly string[];
}

/** What else is laid than what the project itself gets. */
export interface OtherTypes {
  /** Exact version of n8n-workflow. */
  host?: string;
  /** All that TypeScript sees without being told, and what its own library declares in the project's version of it. */
  whole?: boolean;
}

const host = 'n8n-workflow';
const nodeTypes = '@types/node';

/** The types of what a project imports, of the versions that it is built with. */
export const laidTypes: Service<LaidTypes> = {
  name: 'types of the packages that the project is built with',
  create: async (context) => layTypes(context, await context.service(projectLayout)),
};

/** Those that its compiler would find besides, where it has errors. */
export const wholeTypes: Service<LaidTypes> = {
  name: 'all types that the compiler of the project sees',
  create: async (context) => layTypes(context, await context.service(projectLayout), { whole: true }),
};

/** Lays the packages of which a project needs the types. */
export async function layTypes(
  context: ServiceContext,
  project: ProjectLayout,
  { host: version, whole = false }: OtherTypes = {},
): Promise<LaidTypes> {
  const input = compileInput(project, context);
  if (!input) return { folder: undefined, versions: {}, missing: [], ambient: [], incomplete: [] };
  const { namesSentry } = await context.service(scriptSurvey);
  const imported = await importedPackages(context, input.roots);
  const seen = await seenTypes(context, input, whole);
  const laid = await context.packages.provide({
    names: [...new Set([host, ...imported.names])].sort(),
    deep: imported.deep,
    optional: [...seen, ...broughtBy(input), ...(whole ? ['typescript'] : [])],
    spare: [nodeTypes],
    except: namesSentry ? [] : [sentry],
    ...(version !== undefined && { instead: { [host]: version } }),
    ...(!input.seesExports && { withoutExports: true }),
  });
  const missing = laid.missing.filter(({ kind, name }) => kind !== 'unknown' && name !== 'typescript');
  const rest = new Set(missing.flatMap(({ neededBy }) => neededBy).flatMap((name) => [name, typedBy(name)]));
  return {
    folder: laid.folder,
    versions: laid.versions,
    missing,
    ambient: seen.filter((name) => name.startsWith('@types/') && Object.hasOwn(laid.versions, name)),
    incomplete: [...rest].filter((name) => Object.hasOwn(laid.versions, name)),
  };
}

/** Packages that TypeScript sees without being told; those that nothing is likely to rest on only where it has errors. */
async function seenTypes({ packages }: ServiceContext, { types }: ProjectInput, whole: boolean): Promise<string[]> {
  const all = await packages.ambient();
  // Those of Node.js come by themselves: some package or other that is imported refers to them.
  const always = all.filter((name) => name === nodeTypes);
  if (!types) return whole ? [...all] : always;
  const names = types.map((name) => packageOfSpecifier(name) ?? name);
  return [...always, ...names].flatMap((name) => (name.startsWith('@types/') ? [name] : [typesFor(name), name]));
}

/** Packages that options of a project have its compiler import. */
function broughtBy({ options: { importHelpers, jsx, jsxImportSource } }: ProjectInput): string[] {
  const runtime = typeof jsx === 'string' && jsx.startsWith('react-jsx') ? (jsxImportSource ?? 'react') : undefined;
  return [...(importHelpers === true ? ['tslib'] : []), ...(typeof runtime === 'string' ? [runtime] : [])];
}

/** Where DefinitelyTyped has the types of a package: https://github.com/DefinitelyTyped/DefinitelyTyped#what-about-scoped-packages */
const typesFor = (name: string) => `@types/${name.replace(/^@/, '').replace('/', '__')}`;
/** The package that one of DefinitelyTyped is about. */
const typedBy = (name: string) => name.replace(/^@types\/(?:(.+)__)?/, (_, scope) => (scope ? `@${scope}/` : ''));
