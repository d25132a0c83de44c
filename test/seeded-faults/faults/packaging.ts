import { type Fault, set, swap } from '../fault.ts';

const manifest = 'package.json';
const tsconfig = 'tsconfig.json';
const lint = (rule: string) => `@n8n/community-nodes/${rule}`;

export const packagingFaults: readonly Fault[] = [
  {
    name: 'a declared node that is not there',
    base: 'declarative',
    change: {
      [manifest]: swap('dist/nodes/Lanternmail/Lanternmail.node.js', 'dist/nodes/Lanternmail/LanternmailV2.node.js'),
    },
    expect: { code: 'structure-declared-missing', file: manifest, at: 'LanternmailV2.node' },
    blocks: true,
  },
  {
    name: 'a declared credential that is not there',
    base: 'declarative',
    change: { [manifest]: swap('LanternmailOAuth2Api.credentials.js', 'LanternmailOAuth2.credentials.js') },
    expect: { code: 'structure-declared-missing', file: manifest, at: 'LanternmailOAuth2.credentials' },
    blocks: true,
  },
  {
    name: 'a declared path in another case',
    base: 'declarative',
    change: {
      [manifest]: swap('dist/nodes/Lanternmail/Lanternmail.node.js', 'dist/nodes/LanternMail/LanternMail.node.js'),
    },
    expect: { code: 'structure-declared-in-other-case', file: manifest, at: 'LanternMail.node' },
    blocks: true,
  },
  {
    name: 'a credential that is not declared',
    base: 'declarative',
    change: { [manifest]: swap(',\n      "dist/credentials/LanternmailOAuth2Api.credentials.js"', '') },
    expect: { code: 'structure-undeclared', file: 'credentials/LanternmailOAuth2Api.credentials.ts' },
    blocks: true,
  },
  {
    name: 'files without dist',
    base: 'declarative',
    change: { [manifest]: set('files', ['lib']) },
    expect: { code: 'structure-declared-not-shipped', file: manifest, at: '"files"' },
    blocks: true,
  },
  {
    name: 'files with JavaScript only',
    base: 'declarative',
    change: { [manifest]: set('files', ['dist/**/*.js']) },
    expect: { code: 'nodes-icon-missing', file: 'nodes/Lanternmail/Lanternmail.node.ts', at: 'icon:' },
    blocks: false,
  },
  {
    name: 'files that leave the pictures out',
    base: 'versioned',
    change: { [manifest]: set('files', ['dist', '!dist/**/*.svg']) },
    expect: { code: 'nodes-icon-missing', file: 'src/nodes/Gullwatch/Gullwatch.node.ts', at: 'icon:' },
    blocks: false,
  },
  {
    name: 'no files and dist ignored by git',
    base: 'versioned',
    change: { [manifest]: set('files', undefined) },
    expect: { code: 'structure-declared-not-shipped', file: manifest },
    blocks: true,
  },
  {
    name: 'sources shipped',
    base: 'declarative',
    change: { [manifest]: set('files', ['dist', 'nodes', 'credentials']) },
    expect: { code: 'artifact-sources-shipped', file: 'nodes/Lanternmail/CampaignDescription.ts' },
    blocks: false,
  },
  {
    name: 'tests compiled and shipped',
    base: 'declarative',
    change: {
      'nodes/Lanternmail/getLists.test.ts':
        "import { getLists } from './getLists';\n\nif (typeof getLists !== 'function') throw new Error('it is no function');\n",
    },
    expect: { code: 'artifact-tests-shipped', file: 'nodes/Lanternmail/getLists.test.ts' },
    blocks: false,
  },
  {
    name: 'a source that nothing imports',
    base: 'declarative',
    change: {
      'nodes/Lanternmail/oldRequest.ts':
        'export const pageSize = 100;\n\nexport function pages(count: number): number {\n  return Math.ceil(count / pageSize);\n}\n',
    },
    expect: { code: 'structure-unused-source', file: 'nodes/Lanternmail/oldRequest.ts' },
    blocks: false,
  },
  {
    name: 'a node left over from the template',
    base: 'declarative',
    change: { 'nodes/Example/Example.node.ts': 'export class Example {\n  description = {};\n}\n' },
    expect: { code: lint('node-registration-complete'), file: manifest, at: '"nodes": [' },
    blocks: false,
  },
  {
    name: 'a build that forgets the pictures',
    base: 'versioned',
    change: { [manifest]: swap('tsc && cp src/nodes/Gullwatch/*.svg dist/nodes/Gullwatch/', 'tsc') },
    expect: { code: 'nodes-icon-missing', file: 'src/nodes/Gullwatch/Gullwatch.node.ts', at: 'icon:' },
    blocks: true,
  },
  {
    name: 'a build that copies the pictures elsewhere',
    base: 'versioned',
    change: {
      [manifest]: swap('cp src/nodes/Gullwatch/*.svg dist/nodes/Gullwatch/', 'cp src/nodes/Gullwatch/*.svg dist/'),
    },
    expect: { code: 'nodes-icon-missing', file: 'src/nodes/Gullwatch/Gullwatch.node.ts', at: 'icon:' },
    blocks: true,
  },
  {
    name: 'a build that copies PNG only',
    base: 'versioned',
    change: { [manifest]: swap('cp src/nodes/Gullwatch/*.svg', 'cp src/nodes/Gullwatch/*.png') },
    expect: { code: 'nodes-icon-missing', file: 'src/nodes/Gullwatch/Gullwatch.node.ts', at: 'icon:' },
    blocks: true,
  },
  {
    name: 'a build that copies the nodes only',
    base: 'javascript',
    change: { [manifest]: swap('cp -r nodes credentials dist/', 'cp -r nodes dist/') },
    expect: { code: 'structure-not-compiled', file: manifest, at: 'PierbookApi.credentials' },
    blocks: true,
  },
  {
    name: 'no build at all',
    base: 'declarative',
    change: { [manifest]: set('scripts', { lint: 'n8n-node lint' }) },
    expect: { code: 'structure-not-compiled', file: manifest, at: '"scripts"' },
    blocks: true,
  },
  {
    name: 'noEmit',
    base: 'versioned',
    change: { [tsconfig]: swap('"strict": true', '"strict": true,\n    "noEmit": true') },
    expect: { code: 'structure-not-compiled', file: tsconfig, at: '"noEmit"' },
    blocks: true,
  },
  {
    name: 'emitDeclarationOnly',
    base: 'versioned',
    change: { [tsconfig]: swap('"strict": true', '"strict": true,\n    "emitDeclarationOnly": true') },
    expect: { code: 'structure-not-compiled', file: tsconfig, at: '"emitDeclarationOnly"' },
    blocks: true,
  },
  {
    name: 'include without the credentials',
    base: 'declarative',
    change: { [tsconfig]: swap('"credentials/**/*", ', '') },
    expect: { code: 'structure-not-compiled', file: manifest, at: 'LanternmailApi.credentials' },
    blocks: true,
  },
  {
    name: 'include of another folder',
    base: 'versioned',
    change: { [tsconfig]: swap('["src/**/*", "src/**/*.json"]', '["lib/**/*"]') },
    expect: { code: 'structure-not-compiled', file: manifest, at: 'Gullwatch.node' },
    blocks: true,
  },
  {
    name: 'exclude of the nodes',
    base: 'versioned',
    change: { [tsconfig]: swap('"include"', '"exclude": ["src/nodes"],\n  "include"') },
    expect: { code: 'structure-not-compiled', file: manifest, at: 'Gullwatch.node' },
    blocks: true,
  },
  {
    name: 'an outDir that is not declared',
    base: 'declarative',
    change: { [tsconfig]: swap('"outDir": "./dist/"', '"outDir": "./build/"') },
    expect: { code: 'structure-built-elsewhere', file: manifest, at: 'LanternmailApi.credentials' },
    blocks: true,
  },
  {
    name: 'a rootDir that moves the output',
    base: 'versioned',
    change: { [tsconfig]: swap('"rootDir": "./src"', '"rootDir": "."') },
    expect: { code: 'structure-built-elsewhere', file: manifest, at: 'GullwatchApi.credentials' },
    blocks: true,
  },
  {
    name: 'ES modules from a CommonJS package',
    base: 'versioned',
    change: { [tsconfig]: swap('"module": "commonjs"', '"module": "esnext"') },
    expect: { code: 'load-module-format', file: 'src/nodes/Gullwatch/Gullwatch.node.ts' },
    blocks: true,
  },
  {
    name: 'the cache of the compiler shipped',
    base: 'declarative',
    change: {
      [tsconfig]: swap(
        '"strict": true',
        '"strict": true,\n    "incremental": true,\n    "tsBuildInfoFile": "./dist/cache.tsbuildinfo"',
      ),
    },
    expect: { code: 'artifact-build-cache' },
    blocks: false,
  },
  {
    name: 'an .env of development with a key',
    base: 'declarative',
    change: {
      '.env.dev': '# The own account\nLANTERNMAIL_API_KEY=lm_live_9xQ2vT7bK4nR8sW1\n',
      [manifest]: set('files', ['dist', '.env.dev']),
    },
    expect: { code: 'artifact-secret-file', file: '.env.dev' },
    blocks: true,
  },
  {
    name: 'an .env with a key beside the nodes',
    base: 'declarative',
    change: {
      'nodes/Lanternmail/.env': 'LANTERNMAIL_API_KEY=lm_live_9xQ2vT7bK4nR8sW1\n',
      [manifest]: set('files', ['dist', 'nodes/**/.env']),
    },
    expect: { code: 'artifact-secret-file', file: 'nodes/Lanternmail/.env' },
    blocks: true,
  },
  {
    name: 'a private key beside the credentials',
    base: 'declarative',
    change: {
      'credentials/signing.pem':
        '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END PRIVATE KEY-----\n',
      [manifest]: set('files', ['dist', 'credentials/*.pem']),
    },
    expect: { code: 'artifact-secret-file', file: 'credentials/signing.pem' },
    blocks: true,
  },
  {
    name: 'a backup beside the node',
    base: 'declarative',
    change: { 'nodes/Lanternmail/Lanternmail.node.ts.bak': 'old\n' },
    expect: { code: lint('no-dead-files') },
    blocks: false,
  },
  {
    name: 'a lock file of other versions',
    base: 'declarative',
    change: {
      'pnpm-lock.yaml':
        "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    devDependencies:\n      typescript:\n        specifier: ^4.9.0\n        version: 4.9.5\n",
      [manifest]: set('devDependencies', { typescript: '5.9.3' }),
    },
    expect: { code: 'dependencies-lock-outdated', file: 'pnpm-lock.yaml' },
    blocks: false,
  },
  {
    name: 'a node that the bundler has no entry for',
    base: 'declarative',
    change: {
      [manifest]: set('scripts/build', 'tsup'),
      'tsup.config.ts': `import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['credentials/LanternmailApi.credentials.ts', 'credentials/LanternmailOAuth2Api.credentials.ts'],
  format: ['cjs'],
});
`,
    },
    expect: { code: 'structure-not-compiled', file: 'tsup.config.ts', at: 'entry:' },
    blocks: true,
  },
];
