import { expect, test } from 'vitest';
import { cacheFolder, dataFolder } from '../../runner/user-folders.ts';

test.each([
  [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, '/c/service'],
  [{ HOME: '/h' }, '/h/.cache/service'],
  [{ XDG_CACHE_HOME: 'relative', HOME: '/h' }, '/h/.cache/service'],
  [{ XDG_CACHE_HOME: '', HOME: '' }, undefined],
  [{ HOME: '.' }, undefined],
  [{}, undefined],
])('in the environment %j things are kept in %j', (env, folder) => {
  expect(cacheFolder(env)).toBe(folder);
});

test('data has a separate folder', () => {
  expect(dataFolder({ XDG_DATA_HOME: '/d', HOME: '/h' })).toBe('/d/service');
  expect(dataFolder({ HOME: '/h' })).toBe('/h/.local/share/service');
});
