import { decodeUtf8 } from './tar-header.ts';
import { quoted, tarballError } from './tarball-error.ts';

/**
 * Parses the body of a PAX extended header: records of `<length> <key>=<value>\n`. They must be well-formed and unique, and
 * their keys must only affect an entry's path and size, times, owner and attributes.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_03
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export function parsePaxRecords(body: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let offset = 0; offset < body.length; ) {
    const space = body.indexOf(0x20, offset);
    const digits = body.toString('latin1', offset, space === -1 ? offset : space);
    if (!/^[1-9][0-9]{0,8}$/.test(digits)) throw malformed();
    const end = offset + Number(digits);
    if (end > body.length || end <= space + 1 || body[end - 1] !== 0x0a) throw malformed();
    const record = decodeUtf8(body.subarray(space + 1, end - 1));
    const equals = record.indexOf('=');
    if (equals < 1) throw malformed();
    const key = record.slice(0, equals);
    const value = record.slice(equals + 1);
    // Some readers split at line breaks and truncate values at NUL.
    if (/[\n\0]/.test(record)) throw malformed();
    if (records.has(key)) throw tarballError(`has a duplicate extended attribute: ${quoted(key)}`);
    if (!harmless.test(key)) throw tarballError(`has an unsupported extended attribute: ${quoted(key)}`);
    records.set(key, value);
    offset = end;
  }
  return records;
}

const harmless =
  /^(path|size|[acm]time|uid|gid|uname|gname|comment|(SCHILY\.)?(dev|ino|nlink)|(SCHILY|LIBARCHIVE)\.xattr\..*|SCHILY\.fflags|LIBARCHIVE\.creationtime|NODETAR\..*)$/s;

function malformed() {
  return tarballError('has a malformed extended header');
}
