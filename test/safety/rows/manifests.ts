import { expect } from 'vitest';
import { acmeClass, acmePackage } from '../../plugins/n8n-node/loader/broken-packages.ts';
import { codesOf } from '../whole-run.ts';
import type { HostileRow } from './hostile-row.ts';

const raw = (manifest: string | Uint8Array): HostileRow['files'] => {
  return () => ({ ...acmePackage(), 'package.json': manifest });
};
const fields = (manifest: Record<string, unknown>): HostileRow['files'] => {
  return () => acmePackage(acmeClass(), {}, manifest);
};
const nodes = (...list: unknown[]) => fields({ n8n: { nodes: list } });
const deep = (depth: number) => `{"name":"n8n-nodes-deep","n8n":{"nodes":${'['.repeat(depth)}${']'.repeat(depth)}}}`;

const touch = "require('fs').writeFileSync('/tmp/canary-install-script', 'x')";

export const manifests: HostileRow[] = [
  {
    name: 'no manifest',
    mode: 'package',
    files: () => ({ 'dist/Acme.node.js': acmeClass() }),
    finds: ['manifest-missing'],
  },
  { name: 'a manifest that is not JSON', mode: 'package', files: raw('{"name": '), finds: ['manifest-not-json'] },
  {
    name: 'a manifest with a byte order mark',
    mode: 'package',
    files: raw(`\ufeff${JSON.stringify({ name: 'n8n-nodes-acme', version: '1.0.0', n8n: { nodes: [] } })}`),
  },
  { name: 'a manifest in UTF-16', mode: 'package', files: raw(Buffer.from('\ufeff{"name":"x"}', 'utf16le')) },
  {
    name: 'a manifest of 10 MB',
    mode: 'package',
    files: (targets) => fields({ padding: 'x'.repeat(10_000_000) })(targets),
  },
  { name: 'a manifest that is 100,000 deep', mode: 'package', files: (targets) => raw(deep(100_000))(targets) },
  {
    name: 'keys of the prototype',
    mode: 'package',
    files: raw(
      '{"__proto__":{"n8n":{"nodes":["dist/Acme.node.js"]}},"constructor":{"prototype":{"polluted":1}},"name":"n8n-nodes-acme","n8n":{"__proto__":{"nodes":[]},"nodes":["dist/Acme.node.js"]}}',
    ),
    held: () => expect(Reflect.get({}, 'polluted')).toBeUndefined(),
  },
  { name: 'a name that leads elsewhere', mode: 'package', files: fields({ name: '../../../../tmp/canary' }) },
  { name: 'a name of 100,000 characters', mode: 'package', files: fields({ name: 'x'.repeat(100_000) }) },
  { name: 'a node above the package', mode: 'package', files: nodes('../../../../etc/passwd', 'dist/Acme.node.js') },
  { name: 'a node at an absolute path', mode: 'package', files: nodes('/etc/passwd') },
  { name: 'entries that are no text', mode: 'package', files: nodes(7, null, {}, ['dist/Acme.node.js'], true) },
  { name: 'files that do not exist', mode: 'package', files: nodes('dist/Nothing.node.js') },
  {
    name: 'a path with quotes that ends the code around it',
    mode: 'package',
    operations: true,
    files: nodes("dist/x'); process.exit(0); ('.node.js", 'dist/Acme.node.js'),
  },
  {
    name: 'install scripts, which are never run',
    mode: 'package',
    files: () =>
      acmePackage(
        acmeClass(),
        { 'install.js': touch, 'binding.gyp': '{"targets":[]}' },
        {
          scripts: {
            preinstall: 'node install.js',
            install: 'node install.js',
            postinstall: 'node install.js',
            prepare: 'node install.js',
            build: 'node install.js',
          },
        },
      ),
    held({ verification }) {
      expect(codesOf(verification).some((code) => code.includes('script'))).toBe(true);
    },
  },
  {
    name: 'a bundled n8n-workflow, in whose place ours is used',
    mode: 'package',
    files: () =>
      acmePackage(
        acmeClass({ top: "if (require('n8n-workflow').fake) throw new Error('the fake one was used');" }),
        {
          'node_modules/n8n-workflow/package.json': '{"name":"n8n-workflow","version":"99.0.0","main":"index.js"}',
          'node_modules/n8n-workflow/index.js': 'exports.fake = true;',
        },
        { bundleDependencies: ['n8n-workflow'], peerDependencies: { 'n8n-workflow': '*' } },
      ),
    notFound: ['load-threw', 'load-module-missing'],
  },
];
