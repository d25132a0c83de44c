import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkUpload, decodeUpload, defaultUploadLimits } from '../../../runner/source/check-upload.ts';
import type { UploadedFile } from '../../../runner/source/uploaded-file.ts';

const file = (path: string, content = '', encoding?: 'utf8' | 'base64'): UploadedFile => ({
  path,
  content,
  ...(encoding && { encoding }),
});

test('files as the contract has them are taken', () => {
  const files = [
    file('package.json', '{}'),
    file('nodes/a.ts', 'é', 'utf8'),
    file('icons/a.png', 'iVBORw==', 'base64'),
  ];
  expect(checkUpload(files)).toEqual([]);
  expect(files.map((each) => Buffer.from(decodeUpload(each)).toString('hex'))).toEqual(['7b7d', 'c3a9', '89504e47']);
});

test('no files at all are refused', () => {
  expect(checkUpload([])).toEqual([
    { code: 'INVALID_PAYLOAD', pointer: '/files', detail: 'The list of files is empty' },
  ]);
});

describe('paths', () => {
  test('each bad one is pointed at', () => {
    expect(checkUpload([file('a'), file('../b'), file('c'), file('/d')])).toEqual([
      { code: 'INVALID_PAYLOAD', pointer: '/files/1/path', detail: 'The path contains ".."' },
      { code: 'INVALID_PAYLOAD', pointer: '/files/3/path', detail: 'The path is absolute' },
    ]);
  });

  test.each([
    ['twice', ['a', 'a']],
    ['in two cases', ['a', 'A']],
    ['in two Unicode forms', ['\u00e9', 'e\u0301']],
    ['as file and folder', ['a', 'a/b']],
    ['with a line break', ['ok', 'a\nb']],
  ])('are refused when one is there %s', (_, paths) => {
    expect(checkUpload(paths.map((path) => file(path)))).toMatchObject([
      { code: 'INVALID_PAYLOAD', pointer: '/files/1/path', detail: expect.stringMatching(/^The path /) },
    ]);
  });
});

describe('content', () => {
  const fault = (content: string, encoding: 'utf8' | 'base64') => checkUpload([file('a', content, encoding)]);

  test.each(['', 'QQ==', 'QUI=', 'QUJD', '+/+/'])('%j is base64', (content) => {
    expect(fault(content, 'base64')).toEqual([]);
  });

  test.each([
    ['without padding', 'QQ'],
    ['with too much padding', 'QUJD===='],
    ['with a character that is none', 'QU*D'],
    ['with a line break', 'QUJD\n'],
    ['of the URL-safe kind', '-_-_'],
    ['with bits left over', 'QR=='],
    ['with something after the padding', 'QQ==QQ=='],
    ['that is plain text', 'hello'],
  ])('%s is not base64', (_, content) => {
    expect(fault(content, 'base64')).toMatchObject([{ code: 'INVALID_PAYLOAD', pointer: '/files/0/content' }]);
  });

  test('with half of a surrogate pair has no UTF-8', () => {
    expect(fault('a\ud800', 'utf8')).toEqual([
      { code: 'INVALID_PAYLOAD', pointer: '/files/0/content', detail: 'The content is not valid Unicode' },
    ]);
  });

  test('that is taken is decoded to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const sent = file('a', Buffer.from(bytes).toString('base64'), 'base64');
        expect(checkUpload([sent])).toEqual([]);
        expect([...decodeUpload(sent)]).toEqual([...bytes]);
      }),
    );
  });

  test('that is taken as base64 is the only spelling of its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQZaz09+/=-_ ') }), (content) => {
        const sent = file('a', content, 'base64');
        if (checkUpload([sent]).length > 0) return;
        expect(Buffer.from(decodeUpload(sent)).toString('base64')).toBe(content);
      }),
    );
  });
});

describe('limits', () => {
  const limits = { files: 3, fileBytes: 4, totalBytes: 9 };

  test('are those of the contract unless others are given', () => {
    expect(defaultUploadLimits).toEqual({ files: 2000, fileBytes: 2_097_152, totalBytes: 20_971_520 });
  });

  test('may be reached', () => {
    expect(checkUpload([file('a', 'abcd'), file('b', 'abcd'), file('c', 'a')], limits)).toEqual([]);
  });

  test('on the number of files', () => {
    expect(
      checkUpload(
        ['a', 'b', 'c', 'd'].map((path) => file(path)),
        limits,
      ),
    ).toEqual([
      { code: 'PAYLOAD_TOO_LARGE', pointer: '/files', detail: 'The number of files (4) exceeds the limit of 3' },
    ]);
  });

  test.each([
    ['text', file('a', 'ééé'), 'a'],
    ['base64', file('a', 'QUJDREU=', 'base64'), 'a'],
    ['above the project', file('.service/above/1/a', 'abcde'), '../a'],
  ])('on a file’s bytes once decoded, naming it: %s', (_, large, name) => {
    expect(checkUpload([large], limits)).toEqual([
      {
        code: 'PAYLOAD_TOO_LARGE',
        pointer: '/files/0/content',
        detail: `The size of ${name} exceeds the limit of 4 bytes`,
      },
    ]);
  });

  test('are named in readable units, and invalid paths are not repeated', () => {
    const [fault] = checkUpload([file('a\u001bb', 'x'.repeat(2_097_153))]);
    expect(fault?.detail).toBe('The size of the file exceeds the limit of 2 MiB');
  });

  test('on the bytes of all files', () => {
    expect(checkUpload([file('a', 'abcd'), file('b', 'abcd'), file('c', 'ab')], limits)).toEqual([
      {
        code: 'PAYLOAD_TOO_LARGE',
        pointer: '/files',
        detail: 'The total size of the files exceeds the limit of 9 bytes',
      },
    ]);
  });
});

test('of very many faults, the first twenty or so are returned', () => {
  const faults = checkUpload(Array.from({ length: 500 }, () => file('..')));
  expect(faults.length).toBeGreaterThanOrEqual(20);
  expect(faults.length).toBeLessThan(25);
});
