import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../kernel/errors.ts';
import { parsePackageReference } from '../../../runner/source/package-reference.ts';

test.each([
  ['n8n-nodes-x', { name: 'n8n-nodes-x', wanted: 'latest', kind: 'tag' }],
  ['@acme/n8n-nodes-x', { name: '@acme/n8n-nodes-x', wanted: 'latest', kind: 'tag' }],
  ['x@1.2.3', { name: 'x', wanted: '1.2.3', kind: 'version' }],
  ['x@v1.2.3-beta.1', { name: 'x', wanted: 'v1.2.3-beta.1', kind: 'version' }],
  ['@acme/x@1.2.3', { name: '@acme/x', wanted: '1.2.3', kind: 'version' }],
  ['x@^1.2', { name: 'x', wanted: '^1.2', kind: 'range' }],
  ['x@1', { name: 'x', wanted: '1', kind: 'range' }],
  ['x@>=1 <2', { name: 'x', wanted: '>=1 <2', kind: 'range' }],
  ['x@*', { name: 'x', wanted: '*', kind: 'range' }],
  ['x@next', { name: 'x', wanted: 'next', kind: 'tag' }],
  ['@acme/x@beta-2', { name: '@acme/x', wanted: 'beta-2', kind: 'tag' }],
  ['lodash.merge', { name: 'lodash.merge', wanted: 'latest', kind: 'tag' }],
])('%s is read', (reference, parsed) => {
  expect(parsePackageReference(reference)).toEqual(parsed);
});

describe('a path is PATH_NOT_SUPPORTED', () => {
  test.each([
    './x',
    '../x',
    '.',
    '..',
    '.hidden',
    '/abs/x',
    '~/x',
    '~',
    'C:\\x',
    'c:/x',
    'nodes\\x',
    'nodes/Foo',
    'a/b/c',
    'package.tgz',
    'package.tar.gz',
    'dist/package.tgz',
    './x@1.0.0',
  ])('%s', (path) => {
    expect(() => parsePackageReference(path)).toThrow(expect.objectContaining({ code: 'PATH_NOT_SUPPORTED' }));
  });
});

describe('what npm would take and no registry has is INVALID_PACKAGE_REF', () => {
  test.each([
    ['git+https://example.org/x.git', 'it names a Git repository'],
    ['git@github.com:acme/x.git', 'it names a Git repository'],
    ['git://example.org/x', 'it names a Git repository'],
    ['ssh://git@example.org/x.git', ''],
    ['github:acme/x', 'it names a Git repository'],
    ['gitlab:acme/x', 'it names a Git repository'],
    ['x@acme/y', 'it names a Git repository'],
    ['x@', 'it has no version after @'],
    ['@acme/x@', 'it has no version after @'],
    ['x@github:acme/y', 'it names a Git repository'],
    ['https://example.org/x.tgz', 'it is a URL'],
    ['http://169.254.169.254/latest', 'it is a URL'],
    ['x@https://example.org/x.tgz', 'it is a URL'],
    ['file:x', 'it names a folder'],
    ['file:///etc/passwd', ''],
    ['file:x.tgz', 'it names a file'],
    ['x@file:../y', 'it names a folder'],
    ['x@../y', 'it names a folder'],
    ['x@./y.tgz', 'it names a file'],
    ['@acme/x/y', 'it names a folder'],
    ['npm:x', 'it is an alias'],
    ['y@npm:x@1', 'it is an alias'],
    ['workspace:*', ''],
    ['', 'it is empty'],
    [' x', 'it starts or ends with a space'],
    ['x ', 'it starts or ends with a space'],
    ['x y', 'its name is not a valid package name'],
    ['@acme', 'its name or version is not valid'],
    ['@/x', ''],
    ['@acme/', ''],
    ['@../x', 'its name is not a valid package name'],
    ['@acme/..', ''],
    ['@acme/.x', ''],
    ['-x', 'its name is not a valid package name'],
    ['_x', 'its name is not a valid package name'],
    ['node_modules', 'its name is not a valid package name'],
    ['x@1@2', 'its name or version is not valid'],
    ['x@a b', 'its name or version is not valid'],
    ['x%2f..', 'its name or version is not valid'],
    ['x?y', ''],
    ['x#y', ''],
    ['x\ny', 'it contains an invalid character'],
    ['x\0', 'it contains an invalid character'],
    ['x\u202e', 'it contains an invalid character'],
    ['ü', 'it contains an invalid character'],
    ['x'.repeat(215), 'its name is not a valid package name'],
    ['x@'.repeat(400), 'it is longer than 512 characters'],
  ])('%j', (reference, reason) => {
    expect(() => parsePackageReference(reference)).toThrow(
      expect.objectContaining({ code: 'INVALID_PACKAGE_REF', message: expect.stringContaining(reason) }),
    );
  });

  test('however long it is, the message is short', () => {
    expect(() => parsePackageReference('x'.repeat(100_000))).toThrow(/^.{1,250}$/);
  });
});

test('any text is parsed as a package of a registry, or rejected with one of two codes', () => {
  const piece = fc.constantFrom(
    'a',
    '@',
    '/',
    ':',
    '.',
    '..',
    'git',
    'npm:',
    'file:',
    'http://',
    '1.2.3',
    '^',
    ' ',
    '#',
    '-',
    '~',
    '%2f',
  );
  const reference = fc.oneof(
    fc.array(piece, { maxLength: 7 }).map((all) => all.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(reference, (text) => {
      try {
        const { name, wanted, kind } = parsePackageReference(text);
        expect(['version', 'range', 'tag']).toContain(kind);
        expect(name).toMatch(/^(@[\w~!'()*][\w.~!'()*-]*\/)?[A-Za-z0-9~!'()*_][\w.~!'()*-]*$/);
        expect(wanted).not.toBe('');
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
        expect(error).toMatchObject({ code: expect.stringMatching(/^(INVALID_PACKAGE_REF|PATH_NOT_SUPPORTED)$/) });
      }
    }),
    { numRuns: 500 },
  );
});
