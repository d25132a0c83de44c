import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkUpload } from '../../../runner/source/check-upload.ts';
import { type Upload, uploadSource } from '../../../runner/source/upload-source.ts';
import type { UploadedFile } from '../../../runner/source/uploaded-file.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();

const open = (files: UploadedFile[], more: Partial<Upload> = {}, signal = new AbortController().signal) =>
  uploadSource({ name: 'n8n-nodes-x', files, ...more }).open({ signal, log: () => {} });

test('it is a project of the name that was sent', () => {
  expect(uploadSource({ name: 'n8n-nodes-x', files: [] })).toMatchObject({ mode: 'project', name: 'n8n-nodes-x' });
});

test('opening unpacks the files into a temporary folder, which closing removes', async () => {
  const project = await open([
    { path: 'package.json', content: '{}' },
    { path: 'icons/deep/a.png', content: 'iVBORw==', encoding: 'base64' },
    { path: '__proto__/constructor', content: 'x' },
  ]);
  expect(project.files.list()).toEqual(['__proto__/constructor', 'icons/deep/a.png', 'package.json']);
  expect(Buffer.from(await project.files.bytes('icons/deep/a.png')).toString('hex')).toBe('89504e47');
  expect((await stat(join(project.folder, 'package.json'))).mode & 0o7777).toBe(0o644);
  await project.close();
  expect(await place.temporary()).toEqual([]);
});

test.each<[string, UploadedFile[], string]>([
  ['a bad path', [{ path: '../x', content: '' }], '/files/0/path: The path contains ".."'],
  [
    'bad base64',
    [{ path: 'x', content: '*', encoding: 'base64' }],
    '/files/0/content: The content is not valid base64',
  ],
  ['no files', [], '/files: The list of files is empty'],
])('%s is INVALID_PAYLOAD, and nothing is written', async (_, files, reason) => {
  await expect(open(files)).rejects.toMatchObject({
    code: 'INVALID_PAYLOAD',
    message: expect.stringContaining(reason),
  });
  expect(await place.temporary()).toEqual([]);
});

test('an upload over its limits is INVALID_PAYLOAD too: that is what it is for the client', async () => {
  const limits = { files: 1, fileBytes: 1, totalBytes: 1 };
  await expect(open([{ path: 'x', content: 'xx' }], { limits })).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
});

test('a run that is over leaves nothing behind', async () => {
  const controller = new AbortController();
  const files = Array.from({ length: 50 }, (_, index) => ({ path: `f${index}`, content: 'x' }));
  const opening = open(files, {}, controller.signal);
  controller.abort(new Error('over'));
  await expect(opening).rejects.toThrow('over');
  expect(await place.temporary()).toEqual([]);
});

test('any upload is rejected or unpacked as a whole, inside of its folder', async () => {
  const name = fc.oneof(fc.constantFrom('a', 'A', 'b', '..', '.', '', 'é', 'e\u0301', '\0', 'C:'), fc.string());
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  const sent = fc.record({ path, content: fc.string(), encoding: fc.constantFrom('utf8', 'base64') });
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 5 }), async (files) => {
      if (checkUpload(files).length > 0) {
        await expect(open(files)).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
      } else {
        const project = await open(files);
        expect(project.files.list()).toEqual(files.map((file) => file.path).sort());
        await project.close();
      }
      expect(await place.temporary()).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
