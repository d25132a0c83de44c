/** Hosts of examples, names of formats, the machine itself and n8n. */
const harmless =
  /(^|\.)(example\.(com|org|net|edu|nonexistent)|n8n\.(io|cloud)|w3\.org|xmlsoap\.org|openxmlformats\.org|json-schema\.org|schema\.org|purl\.org|localhost|[\w-]+\.(test|example|invalid|local|localhost|internal))$/;

/** Metadata services of clouds, which return credentials: link-local addresses and their names. */
const metadata = /^169\.254\.|^100\.100\.100\.200$|^metadata\.google\.internal$/;

/** Whether a host need not be disclosed. */
export function isHarmless(host: string): boolean {
  return !isMetadata(host) && (harmless.test(host) || isOwnNetwork(host));
}

export const isMetadata = (host: string) => metadata.test(host);

/** Loopback, private and documentation addresses: https://www.rfc-editor.org/rfc/rfc6890 */
export function isOwnNetwork(host: string): boolean {
  return /^(0|10|127)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^(192\.0\.2|198\.51\.100|203\.0\.113)\./.test(host);
}
