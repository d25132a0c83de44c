import { isBuiltin } from 'node:module';
import type { Service, ServiceContext } from '../../../kernel/check.ts';
import type { MissingPackage, ProvidedPackages } from '../../../kernel/packages.ts';
import { scanModule } from '../follow/scan-module.ts';
import { scriptReach } from '../follow/script-reach.ts';
import { dependencyFields, recordOf } from '../project/manifest/manifest-fields.ts';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';
import { type ProjectInput, projectInput } from './compile-input.ts';
import { scriptSurvey } from './script-survey.ts';
import { sentry } from './sentry-types.ts';

/** The packages that a project is compiled with. */
export interface LaidTypes {
  /** For `SandboxJob.packages`. */
  folder: string | undefined;
  /** Exact versions of the imported packages, by name. */
  versions: ProvidedPackages['versions'];
  /** Packages that are not available. */
  missing: readonly MissingPackage[];
  /** Packages below `@types` that are included without an import. */
  ambient: readonly string[];
  /** Whether the project has @sentry/node, which is not laid unless its sources name it. */
  hasSentry: boolean;
  /** Packages of which a dependency is missing. */
  incomplete: readonly string[];
}

/** Differences from the packages of the project. */
interface OtherTypes {
  /** Exact version, or range, of n8n-workflow. */
  host?: string;
  /** Includes all types that TypeScript includes automatically, and the libraries of the project's version of it. */
  whole?: boolean;
}

const host = 'n8n-workflow';
const nodeTypes = '@types/node';

/** The packages that a project imports, in the versions that it is built with. */
export const laidTypes: Service<LaidTypes> = {
  name: 'types of the packages that the project is built with',
  create: (context) => layTypes(context),
};

/** The same with everything else that its compiler finds, for projects with errors. */
export const wholeTypes: Service<LaidTypes> = {
  name: 'all types that the compiler of the project sees',
  create: (context) => layTypes(context, { whole: true }),
};

/** Provides the packages whose types a project needs. */
export async function layTypes(
  context: ServiceContext,
  { host: version, whole = false }: OtherTypes = {},
): Promise<LaidTypes> {
  const input = await context.service(projectInput);
  if (!input) return { folder: undefined, versions: {}, missing: [], ambient: [], hasSentry: true, incomplete: [] };
  const { namesSentry } = await context.service(scriptSurvey);
  const imported = await importedPackages(context, input.roots);
  const seen = await seenTypes(context, input, whole);
  const laid = await context.packages.provide({
    names: [...new Set([host, ...imported.names])].sort(),
    deep: imported.deep,
    optional: [...seen, ...broughtBy(input), ...(whole ? ['typescript', ...imported.builtin] : [])],
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
    hasSentry: laid.excepted?.includes(sentry) ?? true,
    ambient: seen.filter((name) => name.startsWith('@types/') && Object.hasOwn(laid.versions, name)),
    incomplete: [...rest].filter((name) => Object.hasOwn(laid.versions, name)),
  };
}

/** Packages that TypeScript includes automatically; unlikely ones only for projects with errors. */
async function seenTypes({ packages }: ServiceContext, { types }: ProjectInput, whole: boolean): Promise<string[]> {
  const all = await packages.ambient();
  // Some imported package nearly always refers to the types of Node.js.
  const always = all.filter((name) => name === nodeTypes);
  if (!types) return whole ? [...all] : always;
  const names = types.map((name) => packageOfSpecifier(name) ?? name);
  return [...always, ...names].flatMap((name) => (name.startsWith('@types/') ? [name] : [typesFor(name), name]));
}

/** Packages that the compiler imports because of options. */
function broughtBy({ options: { importHelpers, jsx, jsxImportSource } }: ProjectInput): string[] {
  const runtime = typeof jsx === 'string' && jsx.startsWith('react-jsx') ? (jsxImportSource ?? 'react') : undefined;
  return [...(importHelpers === true ? ['tslib'] : []), ...(typeof runtime === 'string' ? [runtime] : [])];
}

/** The package of DefinitelyTyped with the types of a package: https://github.com/DefinitelyTyped/DefinitelyTyped#what-about-scoped-packages */
const typesFor = (name: string) => `@types/${name.replace(/^@/, '').replace('/', '__')}`;
/** The package whose types a package of DefinitelyTyped contains. */
const typedBy = (name: string) => name.replace(/^@types\/(?:(.+)__)?/, (_, scope) => (scope ? `@${scope}/` : ''));

/** Packages that scripts import. */
interface ImportedPackages {
  names: readonly string[];
  /** Packages of which scripts import subpaths. */
  deep: readonly string[];
  /** Modules of Node.js: without its types, TypeScript takes a package of that name, like `buffer`. */
  builtin: readonly string[];
}

/** The packages that scripts and their imports use. @param roots paths in the project */
async function importedPackages(
  { files, manifest = {}, service }: Pick<ServiceContext, 'files' | 'manifest' | 'service'>,
  roots: readonly string[],
): Promise<ImportedPackages> {
  const reach = await service(scriptReach);
  if (!reach) {
    const names = dependencyFields.flatMap((field) => Object.keys(recordOf(manifest[field]) ?? {}));
    return { names, deep: names, builtin: [] };
  }
  const names = new Set<string>();
  const deep = new Set<string>();
  const builtin = new Set<string>();
  const reached = new Set(roots);
  // Iterating over a set includes elements that are added meanwhile.
  for (const path of reached) {
    const text = reach.texts.get(path);
    if (text === undefined || !/\.[cm]?[jt]sx?$/.test(path)) continue;
    for (const { path: next } of reach.follow(path)) if (files.exists(next)) reached.add(next);
    const types = [...text.matchAll(/^[ \t]*\/\/\/[ \t]*<reference\s+types\s*=\s*['"]([^'"\n]{1,300})['"]/gm)];
    for (const specifier of [...scanModule(text).specifiers, ...types.map(([, name = '']) => name)]) {
      const name = packageOfSpecifier(specifier);
      if (name !== undefined) names.add(name);
      if (name !== undefined && name !== specifier) deep.add(name);
      if (/^\w+$/.test(specifier) && isBuiltin(specifier)) builtin.add(specifier);
    }
  }
  return { names: [...names].sort(), deep: [...deep].sort(), builtin: [...builtin].sort() };
}
