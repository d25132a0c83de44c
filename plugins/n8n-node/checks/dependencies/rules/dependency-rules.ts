import { intersects, minVersion, subset, validRange } from 'semver';
import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { isScript } from '../../../follow/script-imports.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import { isTestFile } from '../../../project/test-file.ts';
import { listed, type Rule } from '../../../rule.ts';

/** The packages in a field that maps names to versions; none if it is not an object. */
const namesIn = (value: unknown) => Object.keys(recordOf(value) ?? {});

const malformed: Rule<ManifestSubject> = {
  code: 'dependencies-malformed',
  title: 'Dependencies are malformed',
  severity: 'error',
  why: 'npm fails to pack and install the package with "must provide string spec", or looks for packages named 0, 1 and 2.',
  fix: 'Make the field an object that maps each package name to a version range, which is a string.',
  bad: '"devDependencies": { "typescript": 5 }',
  good: '"devDependencies": { "typescript": "5.9.2" }',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    // n8n's linter reports peerDependencies.
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      const value = manifest[field];
      if (value === undefined || value === null) continue;
      const record = recordOf(value);
      if (!record) yield { message: `"${field}" is not an object`, ...at(field) };
      for (const [name, spec] of Object.entries(record ?? {})) {
        if (typeof spec === 'string') continue;
        yield { message: `${field}: the version of "${name}" is not a string`, ...at(field, name), evidence: name };
      }
    }
  },
};

/** Git, folder and URL specs. `npm:` is an alias of a package in the registry. */
export const fromElsewhere = /^(?!npm:)(?:[a-z][a-z0-9+.-]*:|git@|~?\.{0,2}\/|[\w.-]+\/)/i;
/** npm installs these; n8n's linter reports that there are any dependencies. */
const fetchable = /^(?:https?:|git[+:@]|ssh:|github:|gitlab:|bitbucket:|gist:|[\w-][\w.-]*\/)/i;

const notFromRegistry: Rule<ManifestSubject> = {
  code: 'dependencies-not-from-registry',
  title: 'Runtime dependency is not from the npm registry',
  severity: 'error',
  why: 'Once the package is published, npm cannot install "file:", "link:", "workspace:" or "catalog:", so n8n cannot either.',
  fix: 'Depend on a published version, or move the package to devDependencies and bundle its code into your build.',
  bad: '"dependencies": { "acme-client": "file:../acme-client" }',
  good: '"devDependencies": { "acme-client": "file:../acme-client" }   with its code bundled by the build',
  docs: docs.packageJson,
  async *check(subject) {
    const { manifest, at } = subject;
    const isReplaced = (await replacesWorkspaces(subject)) ? /^(?:workspace|catalog):/ : undefined;
    for (const [name, spec] of Object.entries(recordOf(manifest['dependencies']) ?? {})) {
      if (typeof spec !== 'string' || !fromElsewhere.test(spec.trim()) || fetchable.test(spec.trim())) continue;
      if (isReplaced?.test(spec.trim())) continue;
      // npm links a package into itself.
      if (name === manifest['name'] && /^file:\.?\/?$/.test(spec.trim())) continue;
      yield {
        message: `"${name}" cannot be installed with the published package: ${spec}`,
        ...at('dependencies', name),
        evidence: spec,
      };
    }
  },
};

/**
 * Whether a command publishes the package that writes versions for "workspace:" and "catalog:": npm does not.
 * https://pnpm.io/workspaces#publishing-workspace-packages
 */
async function replacesWorkspaces({ manifest, files, mode }: ManifestSubject): Promise<boolean> {
  if (mode === 'package') return false;
  const all = [...files.list(), ...files.listAbove()];
  const workflows = all.filter((path) => /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path));
  const above = all.filter((path) => /^(?:\.\.\/)+package\.json$/.test(path));
  const texts = await Promise.all([...workflows, ...above].map((path) => files.read(path)));
  const commands = [...Object.values(recordOf(manifest['scripts']) ?? {}), ...texts].map(String);
  const hasPnpm = all.some((path) => /(?:^|\/)pnpm-lock\.yaml$/.test(path));
  const isReplaced = (text: string) =>
    /\bpnpm\b[^\n]{0,80}\bpublish\b|\b(?:yarn npm|bun) publish\b/.test(text) ||
    (hasPnpm && /\bchangeset publish\b/.test(text));
  return commands.some(isReplaced) && !commands.some((text) => /(?<!\w|-|yarn )npm publish\b/.test(text));
}

const optional: Rule<ManifestSubject> = {
  code: 'dependencies-optional',
  title: 'Package has optional dependencies',
  severity: 'error',
  why: 'n8n removes optionalDependencies from package.json before it installs the package, so they are never installed. A verified package may have no runtime dependencies at all.',
  fix: 'Remove optionalDependencies. Bundle what the node needs at runtime into your build, or use what n8n-workflow exports.',
  bad: '"optionalDependencies": { "sharp": "^0.34.0" }   with import sharp from \'sharp\'',
  good: '"peerDependencies": { "n8n-workflow": "*" }',
  docs: docs.verification,
  async *check({ manifest, files, at }) {
    // Types matter only to the compiler.
    const named = namesIn(manifest['optionalDependencies']).filter((name) => !name.startsWith('@types/'));
    const names = await usedIn(files, named);
    if (names.length === 0) return;
    yield {
      message: `"optionalDependencies" are never installed by n8n: ${listed(names)}`,
      ...at('optionalDependencies'),
    };
  },
};

/** The packages that some script names, also to import it only when needed; all of them if there are no scripts to read. */
async function usedIn(files: ProjectFiles, names: readonly string[]): Promise<readonly string[]> {
  const scripts = files.list().filter((path) => isScript(path) && !isTestFile(path));
  if (names.length === 0 || scripts.length === 0) return names;
  const texts = await Promise.all(scripts.map((path) => files.read(path)));
  const isNamed = (name: string) =>
    ["'", '"', '`'].some((quote) =>
      texts.some((text) => [quote, '/'].some((end) => text.includes(quote + name + end))),
    );
  return names.filter(isNamed);
}

const bundled: Rule<ManifestSubject> = {
  code: 'dependencies-bundled',
  title: 'Package bundles dependencies in its tarball',
  severity: 'error',
  why: 'A verified package may have no runtime dependencies, and nobody reviews the code in a bundled node_modules folder.',
  fix: 'Remove bundleDependencies.',
  bad: '"bundleDependencies": ["axios"]',
  good: '"peerDependencies": { "n8n-workflow": "*" }',
  docs: docs.verification,
  *check({ manifest, at }) {
    for (const field of ['bundleDependencies', 'bundledDependencies']) {
      const value = manifest[field];
      // npm reads an object as its keys, and `true` as all dependencies.
      const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : namesIn(value);
      if (value !== true && names.length === 0) continue;
      const what = value === true ? 'all dependencies' : listed(names);
      yield { message: `"${field}" adds ${what} to the tarball`, ...at(field) };
    }
  },
};

const resolutions: Rule<ManifestSubject> = {
  code: 'dependencies-overridden',
  title: 'Package overrides versions of its dependencies',
  severity: 'warning',
  why: 'Yarn and pnpm read these fields only in the root project. They have no effect when n8n installs the package, so the package runs with other versions than those it was tested with.',
  fix: 'Remove the entry, and set the version you need in "dependencies".',
  bad: '"dependencies": { "axios": "^1.8.4" }, "resolutions": { "axios": "1.8.4" }',
  good: '"dependencies": { "axios": "1.8.4" }',
  docs: docs.buildingCommunityNodes,
  *check({ manifest, at }) {
    const dependencies = recordOf(manifest['dependencies']) ?? {};
    // n8n's linter reports npm's field "overrides".
    for (const path of [['resolutions'], ['pnpm', 'overrides']] as const) {
      const [field, inner] = path;
      const overrides = recordOf(inner === undefined ? manifest[field] : recordOf(manifest[field])?.[inner]) ?? {};
      // Other packages may be dependencies of development tools only.
      const names = Object.keys(overrides).filter((name) =>
        changesVersion(dependencies[nameIn(name)], overrides[name]),
      );
      if (names.length === 0) continue;
      yield {
        message: `"${path.join('.')}" has no effect when n8n installs the package: ${listed(names)}`,
        ...at(...path),
      };
    }
  },
};

// Of the package, where only some of its dependents or versions are meant: `axios@^1`.
const nameIn = (key: string) => key.replace(/^\*\*\//, '').replace(/(?<!^)@.*/s, '');

/** Whether npm installs another version for a dependency than the override allows. Unknown specs may be the same. */
function changesVersion(spec: unknown, override: unknown): boolean {
  const [range, wanted] = [spec, override].map((text) => (typeof text === 'string' ? validRange(text) : null));
  if (!range || !wanted) return false;
  if (!intersects(range, wanted)) return true;
  const least = minVersion(wanted);
  if (!least) return false;
  // npm installs the newest version, so a higher minimum alone changes nothing.
  const newest = range.split('||').map((part) => `${part} >=${least}`);
  return !subset(newest.join('||'), wanted);
}

const nativeBuild: Rule<ManifestSubject> = {
  code: 'dependencies-native-build',
  title: 'Package is compiled when it is installed',
  severity: 'error',
  why: 'npm runs node-gyp for a package with binding.gyp. n8n installs packages without running scripts, so the addon is not built and the node fails to load.',
  fix: 'Remove binding.gyp and the native code. Use JavaScript, or WebAssembly that is part of the build.',
  bad: 'binding.gyp\npackage.json',
  good: 'package.json',
  docs: docs.verification,
  *check({ manifest, files, at }) {
    if (manifest['gypfile'] === true) {
      yield { message: 'gypfile: n8n does not compile packages when it installs them', ...at('gypfile') };
    } else if (manifest['gypfile'] !== false && files.exists('binding.gyp')) {
      yield { message: 'binding.gyp: n8n does not compile packages when it installs them', file: 'binding.gyp' };
    }
  },
};

export const dependencyRules = [malformed, notFromRegistry, optional, bundled, resolutions, nativeBuild];
