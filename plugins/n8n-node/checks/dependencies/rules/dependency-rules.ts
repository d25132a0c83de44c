import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** The names of a field that maps packages to versions; none when it is something else. */
const namesIn = (value: unknown) => Object.keys(recordOf(value) ?? {});

const malformed: Rule<ManifestSubject> = {
  code: 'dependencies-malformed',
  title: 'A list of dependencies is not one that npm can read',
  severity: 'error',
  why: 'npm refuses to pack and to install the package: "must provide string spec", or it looks for packages named 0, 1, 2.',
  fix: 'Make the field an object that gives each package a version range in quotes.',
  bad: '"devDependencies": { "typescript": 5 }',
  good: '"devDependencies": { "typescript": "5.9.2" }',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    // What is wrong with peerDependencies is n8n's own finding.
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      const value = manifest[field];
      if (value === undefined || value === null) continue;
      const record = recordOf(value);
      if (!record) yield { message: `"${field}" is not an object of names and versions`, ...at(field) };
      for (const [name, spec] of Object.entries(record ?? {})) {
        if (typeof spec === 'string') continue;
        yield { message: `${field}: "${name}" has no version in quotes`, ...at(field, name), evidence: name };
      }
    }
  },
};

/** Git, folder and URL specifications by what they begin with. `npm:` renames a package of the registry. */
const fromElsewhere = /^(?!npm:)(?:[a-z][a-z0-9+.-]*:|git@|~?\.{0,2}\/|[\w.-]+\/)/i;
const fetchable = /^(?:https?:|git[+:@]|ssh:|github:|gitlab:|bitbucket:|gist:|[\w-][\w.-]*\/)/i;

const notFromRegistry: Rule<ManifestSubject> = {
  code: 'dependencies-not-from-registry',
  title: 'A runtime dependency does not come from the npm registry',
  severity: 'error',
  why: 'npm can\'t install "file:", "link:", "workspace:" or "catalog:" once the package is published, so n8n can\'t either. Git and URL dependencies install, but what they bring can change at any time and nobody can verify it.',
  fix: 'Depend on a published version, or bundle the code into your build.',
  bad: '"dependencies": { "acme-client": "file:../acme-client" }',
  good: '"devDependencies": { "acme-client": "file:../acme-client" }   with its code bundled by the build',
  docs: docs.packageJson,
  *check({ manifest, at }) {
    for (const [name, spec] of Object.entries(recordOf(manifest['dependencies']) ?? {})) {
      if (typeof spec !== 'string' || !fromElsewhere.test(spec.trim())) continue;
      const installs = fetchable.test(spec.trim());
      yield {
        message: installs
          ? `"${name}" is fetched from outside the npm registry: ${spec}`
          : `"${name}" can't be installed from the published package: ${spec}`,
        ...(installs && { severity: 'warning' as const }),
        ...at('dependencies', name),
        evidence: spec,
      };
    }
  },
};

const optional: Rule<ManifestSubject> = {
  code: 'dependencies-optional',
  title: 'The package has optional dependencies',
  severity: 'error',
  why: 'n8n takes them out of package.json before it installs, so they are never there; and a verified package may have no runtime dependencies of any kind.',
  fix: 'Remove optionalDependencies. What the node needs at runtime has to be in its own build or in n8n-workflow.',
  bad: '"optionalDependencies": { "sharp": "^0.34.0" }',
  good: '"peerDependencies": { "n8n-workflow": "*" }',
  docs: docs.verification,
  *check({ manifest, at }) {
    const names = namesIn(manifest['optionalDependencies']);
    if (names.length === 0) return;
    yield { message: `n8n never installs optionalDependencies: ${listed(names)}`, ...at('optionalDependencies') };
  },
};

const bundled: Rule<ManifestSubject> = {
  code: 'dependencies-bundled',
  title: 'The package ships its dependencies inside its tarball',
  severity: 'error',
  why: 'A verified package may have no runtime dependencies, and code in a bundled node_modules is code that nobody reviewed.',
  fix: 'Remove bundleDependencies.',
  bad: '"bundleDependencies": ["axios"]',
  good: '"peerDependencies": { "n8n-workflow": "*" }',
  docs: docs.verification,
  *check({ manifest, at }) {
    for (const field of ['bundleDependencies', 'bundledDependencies']) {
      const value = manifest[field];
      // npm reads an object here as its names, and `true` as all of them.
      const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : namesIn(value);
      if (value !== true && names.length === 0) continue;
      const what = value === true ? 'all dependencies' : listed(names);
      yield { message: `"${field}" puts ${what} into the tarball`, ...at(field) };
    }
  },
};

const resolutions: Rule<ManifestSubject> = {
  code: 'dependencies-overridden',
  title: 'The package overrides versions of other packages',
  severity: 'warning',
  why: 'Yarn and pnpm read these fields only in the project that is installed at the top. Where n8n installs the package they do nothing, so it runs with other versions than it was tried with.',
  fix: 'Remove the field, or ask for the version you need where it is depended on.',
  bad: '"resolutions": { "axios": "^1.8.4" }',
  good: '"devDependencies": { "axios": "^1.8.4" }',
  docs: docs.buildingCommunityNodes,
  *check({ manifest, at }) {
    // Without any they are for the author's tools alone.
    if (namesIn(manifest['dependencies']).length === 0) return;
    // npm's own field, "overrides", is n8n's own finding.
    for (const path of [['resolutions'], ['pnpm', 'overrides']] as const) {
      const [field, inner] = path;
      const names = namesIn(inner === undefined ? manifest[field] : recordOf(manifest[field])?.[inner]);
      if (names.length === 0) continue;
      yield { message: `"${path.join('.')}" has no effect where n8n installs: ${listed(names)}`, ...at(...path) };
    }
  },
};

const nativeBuild: Rule<ManifestSubject> = {
  code: 'dependencies-native-build',
  title: 'The package has to be compiled when it is installed',
  severity: 'error',
  why: 'npm runs node-gyp for a package with a binding.gyp. n8n installs without scripts, so the addon is never built and the node fails to load.',
  fix: 'Remove binding.gyp and the native code; use JavaScript, or WebAssembly that is part of the build.',
  bad: 'binding.gyp\npackage.json',
  good: 'package.json',
  docs: docs.verification,
  *check({ manifest, files, at }) {
    if (manifest['gypfile'] === true) {
      yield { message: '"gypfile": true has npm compile the package when it is installed', ...at('gypfile') };
    } else if (manifest['gypfile'] !== false && files.exists('binding.gyp')) {
      yield { message: 'binding.gyp has npm compile the package when it is installed', file: 'binding.gyp' };
    }
  },
};

/** A few names, and how many more there are. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

export const dependencyRules = [malformed, notFromRegistry, optional, bundled, resolutions, nativeBuild];
