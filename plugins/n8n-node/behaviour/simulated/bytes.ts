const before = Buffer.from('service-bytes:');
/** Then what is neither UTF-8 nor a character of Windows or Latin-1. */
export const noText = Buffer.concat([before, Buffer.from([0x89, 0xff, 0xfe, 0xc3, 0x28, 0x81, 0x8d])]);

/** The content of a file that is no text. */
export const bytesOf = (echo: string): Buffer<ArrayBuffer> => Buffer.concat([noText, Buffer.from(echo)]);

/** Whether a file has such content after it was decoded as text, which replaces bytes. */
export const isDecoded = (content: Buffer): boolean => content.includes(before) && !content.includes(noText);
