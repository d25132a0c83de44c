import { describe } from 'vitest';
import { testWrongUse } from './wrong-use.ts';

const manifest = '{ "name": "n8n-nodes-x", "n8n": {} }';
const config = (text: string) => ({ 'package.json': manifest, '.service/config.json': text });

describe('an invalid package name, and conflicting options', () => {
  testWrongUse([
    // A published package.
    {
      name: 'a path as the package',
      args: ['verify', '--local', './src'],
      code: 'PATH_NOT_SUPPORTED',
      says: '"./src" is a path, not the name of a published package',
      next: 'To verify a project on disk, use --cwd ./src instead.',
    },
    {
      name: 'a folder that is there as the package',
      args: ['verify', '--local', 'src', '--type', 'n8n-node'],
      files: { 'src/a.ts': '' },
      code: 'PATH_NOT_SUPPORTED',
      says: '"src" is a path',
    },
    {
      name: 'a file that is there as the package',
      args: ['verify', '--local', 'package.json'],
      files: { 'package.json': manifest },
      code: 'PATH_NOT_SUPPORTED',
      says: '"package.json" is a path',
      next: 'To verify a project on disk, use --cwd . instead.',
    },
    {
      name: 'a URL as the package',
      args: ['verify', '--local', 'https://example.com/x.tgz'],
      code: 'INVALID_PACKAGE_REF',
      says: 'Invalid package reference "https://example.com/x.tgz"',
    },
    {
      name: 'a package without a type',
      args: ['verify', '--local', 'n8n-nodes-x'],
      code: 'TYPE_REQUIRED',
      says: '--type is required with a package name',
    },
    {
      name: 'a package with an unknown type',
      args: ['verify', '--local', 'n8n-nodes-x', '--type', 'x'],
      code: 'INVALID_TYPE',
      says: 'Invalid --type "x"',
      next: 'Types that can be verified: n8n-node.',
    },

    // Two faults at once: the earlier step's is told.
    {
      name: 'configuration before limit',
      args: ['verify', '--local', '--timeout', '0'],
      files: config('{'),
      code: 'INVALID_CONFIG',
      says: '.service/config.json:1:2',
    },
    {
      name: 'type before limit',
      args: ['verify', '--local', '--timeout', '0', '--type', 'x'],
      files: { 'package.json': manifest },
      code: 'INVALID_TYPE',
      says: 'Invalid --type "x"',
    },
    {
      name: 'limit before files',
      args: ['verify', '--local', '--timeout', '0'],
      code: 'INVALID_TIMEOUT',
      says: 'Invalid --timeout "0"',
    },
    {
      name: 'reference before type',
      args: ['verify', '--local', 'git:x', '--type', 'x'],
      code: 'INVALID_PACKAGE_REF',
      says: 'Invalid package reference "git:x"',
    },
    {
      name: 'type before limit, with a package',
      args: ['verify', '--local', 'n8n-nodes-x', '--timeout', '0'],
      code: 'TYPE_REQUIRED',
      says: '--type is required',
    },
    {
      name: 'an unknown flag before all',
      args: ['verify', '--local', '--timeout', '0', '--type', 'x', '--unknown'],
      code: 'INVALID_USAGE',
      says: 'Unknown flag --unknown',
    },
  ]);
});
