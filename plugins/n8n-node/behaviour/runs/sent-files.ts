import { fileHead, pdfHead } from '../trace/marks.ts';

/** Parts of a request. */
interface Sent {
  /** Its address, headers and body. */
  whole: string;
  headers: string;
  body: string;
}

/** What a request sends as a file: a part of a form, or its whole body. */
interface SentFile {
  /** Its headers, or those of the request. */
  head: string;
  content: string;
  isPart: boolean;
}

/** Types of files that no text is of: https://www.iana.org/assignments/media-types */
const noText =
  /^content-type: *(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip|msword|vnd\.(?:ms-|openxmlformats|oasis)))/im;

/** The parts of a form with a file name: https://datatracker.ietf.org/doc/html/rfc7578#section-4.2 */
function filesOf({ headers, body }: Sent): SentFile[] {
  const [, boundary] = /^--([^\r\n]{1,100})\r\n/.exec(body) ?? [];
  if (boundary === undefined) return [{ head: headers, content: body, isPart: false }];
  return body.split(`--${boundary}`).flatMap((part) => {
    const [head = '', ...content] = part.split('\r\n\r\n');
    return /^content-disposition:.*\bfilename\*?=/im.test(head)
      ? [{ head, content: content.join('\r\n\r\n'), isPart: true }]
      : [];
  });
}

/** Whether a request has the file of an item as a file whose type is no text. */
export const hasTypedFile = (sent: Sent): boolean =>
  filesOf(sent).some(({ head, content }) => noText.test(head) && content.replace(pdfHead, '').startsWith(fileHead));

const [ofPdf, ofFile] = [pdfHead, fileHead].map((text) => Buffer.from(text).toString('base64'));
const base64Text = new RegExp(`^(?:${ofPdf})?${ofFile}[\\w+/]+={0,2}\\s*$`);

/**
 * Whether a request has the base64 text of the file of an item in place of the file: as a part with a file name, or as a body
 * whose type is no text, where nothing in the request tells the API that it is base64.
 */
export const hasEncodedFile = (sent: Sent): boolean =>
  !/base-?64|b64/i.test(sent.whole) &&
  filesOf(sent).some(({ head, content, isPart }) => base64Text.test(content) && (isPart || noText.test(head)));
