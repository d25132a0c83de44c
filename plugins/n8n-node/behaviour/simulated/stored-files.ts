import type { IBinaryData } from 'n8n-workflow';
import { fileHead, pdfHead } from '../trace/marks.ts';
import { noText } from './bytes.ts';
import { fileTypes } from './wishes.ts';

/**
 * Where n8n keeps files unless it is told otherwise, which `data` of a file then says instead of holding its content.
 * Source: n8n-core 2.41, dist/binary-data/binary-data.config.js
 */
export const fileStore = 'filesystem-v2';

/** A file of an input item. @param mark what its content has, by which it is recognised */
export function storedFile(mark: string, extension: string): IBinaryData {
  const name = `${mark}.${extension}`;
  const bytes = Buffer.byteLength(headOf(name)) + (isText(extension) ? 0 : noText.length);
  return {
    data: fileStore,
    id: `${fileStore}:${name}`,
    mimeType: typeOf(extension),
    fileName: `file.${extension}`,
    fileExtension: extension,
    fileSize: `${bytes} B`,
    bytes,
  };
}

const typeOf = (extension = '') => fileTypes[extension] ?? 'text/plain';

/** The content of a file. Where its type is no text, it is no UTF-8. @param name its mark, and its extension */
export function contentOf(name: string): Buffer {
  const head = Buffer.from(headOf(name));
  return isText(name.split('.')[1]) ? head : Buffer.concat([head, noText]);
}

/** The text with which a file begins. */
function headOf(name: string): string {
  const [mark = '', extension] = name.split('.');
  return (extension === 'pdf' ? pdfHead : '') + fileHead + mark;
}

const isText = (extension?: string) => typeOf(extension).startsWith('text/');

/** Bytes that code makes of `data`, as base64 and as text. */
const mistaken = [Buffer.from(fileStore, 'base64'), Buffer.from(fileStore)];
/** What a request or a file contains then: as text, bytes, and base64. */
const traces = mistaken.flatMap((bytes) => [bytes.toString(), bytes.toString('base64').slice(0, 12)]);

/** Whether a text contains what `data` holds, in place of the content of a file: not if it has all that n8n knows of the file. */
export const lacksContent = (text: string): boolean =>
  !text.includes(`${fileStore}:`) && traces.some((trace) => text.includes(trace));
