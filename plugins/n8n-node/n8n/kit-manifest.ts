/** Exact versions of the packages of a kit, by name. */
export type KitPackages = Readonly<Record<string, string>>;

/**
 * Dependencies of n8n's packages that checks never use, and most of the files: clients of cloud storage, telemetry,
 * native addons, the editor. A package of a few lines that n8n-core has anyway replaces each.
 */
const leftOut = [
  '@aws-sdk/client-s3',
  '@azure/identity',
  '@azure/storage-blob',
  '@codemirror/autocomplete',
  '@n8n/api-types',
  '@n8n/workflow-sdk',
  '@sentry/core',
  '@sentry/node',
  '@sentry/node-native',
  '@sentry/profiling-node',
  'isolated-vm',
  'quickjs-emscripten',
  'ssh2',
];
const standIn = 'npm:ms@2.1.3';

/**
 * The text of `package.json` of a kit.
 * @param mebibytes of its files, if known
 */
export function kitManifest(release: string, packages: KitPackages, mebibytes?: number): string {
  const sorted = Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1));
  const manifest = {
    name: `n8n-${release}`,
    private: true,
    ...(mebibytes !== undefined && { config: { mebibytes } }),
    dependencies: Object.fromEntries(sorted),
    overrides: Object.fromEntries(leftOut.map((name) => [name, standIn])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
