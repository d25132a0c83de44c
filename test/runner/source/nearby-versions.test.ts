import { expect, test } from 'vitest';
import { nearbyVersions } from '../../../runner/source/nearby-versions.ts';

const versions = ['2.0.0', '1.0.0', '1.10.0', '1.2.0', '3.0.0-beta.1'];

test.each([
  ['1.2.1', 'nearest versions: 1.0.0, 1.2.0, 1.10.0, 2.0.0'],
  ['0.0.1', 'nearest versions: 1.0.0, 1.2.0'],
  ['9.0.0', 'nearest versions: 2.0.0, 3.0.0-beta.1'],
  ['v1.2.1', 'nearest versions: 1.0.0, 1.2.0, 1.10.0, 2.0.0'],
])('lists the neighbors of version %s', (wanted, words) => {
  expect(nearbyVersions(wanted, versions, ['latest'])).toBe(words);
});

test('lists the newest versions and the tags for a range or a tag', () => {
  expect(nearbyVersions('^7', versions, ['latest', 'next'])).toBe(
    'latest versions: 3.0.0-beta.1, 2.0.0, 1.10.0; tags: latest, next',
  );
  expect(nearbyVersions('^7', ['1.0.0'], [])).toBe('latest versions: 1.0.0');
});

test('omits invalid versions and tags', () => {
  expect(nearbyVersions('^7', ['<script>', '\x1b[2J', '1.0.0'], ['a b', 'ok', 'x'.repeat(99)])).toBe(
    'latest versions: 1.0.0; tags: ok',
  );
});

test('handles a package without versions', () => {
  expect(nearbyVersions('latest', [], [])).toBe('no published versions');
});
