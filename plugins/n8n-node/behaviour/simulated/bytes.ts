import { encodedFile } from '../trace/marks.ts';

const before = Buffer.from('service-bytes:');
/** Then what is neither UTF-8 nor a character of Windows or Latin-1. */
export const noText = Buffer.concat([before, Buffer.from([0x89, 0xff, 0xfe, 0xc3, 0x28, 0x81, 0x8d])]);

/** The content of a file that is no text. */
export const bytesOf = (echo: string): Buffer<ArrayBuffer> => Buffer.concat([noText, Buffer.from(echo)]);

/** Whether a file has such content after it was decoded as text, which replaces bytes. */
export const isDecoded = (content: Buffer): boolean => content.includes(before) && !content.includes(noText);

/** What a request has of a file that is no text. */
export type FileState = 'whole' | 'decoded';

const replaced = Buffer.concat([before, Buffer.from('\ufffd')]);
/** The same in a form, and in JSON that is ASCII. */
const replacedInText = /service-bytes(?::|%3A)(?:%EF%BF%BD|\\ufffd)/i;

/** Whether a body has a file that is no text: its bytes, or what is left of them after they were decoded as text. */
export function fileIn(body: Buffer): FileState | undefined {
  const text = body.toString('latin1');
  const encoded = [...text.matchAll(encodedFile)].map(([file]) => Buffer.from(file, 'base64'));
  const all = [body, ...encoded];
  if (all.some((one) => one.includes(noText))) return 'whole';
  return all.some((one) => one.includes(replaced)) || replacedInText.test(text) ? 'decoded' : undefined;
}
