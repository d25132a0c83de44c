/** Hosts that stand in examples, in the names of formats, or for the machine itself and n8n. */
const harmless =
  /(^|\.)(example\.(com|org|net|edu)|n8n\.(io|cloud)|w3\.org|xmlsoap\.org|openxmlformats\.org|json-schema\.org|schema\.org|purl\.org|localhost|[\w-]+\.(test|example|invalid|local|localhost|internal))$/;

/** Where clouds hand out their credentials to whatever runs on a machine: link-local addresses and their names. */
const metadata = /^169\.254\.|^100\.100\.100\.200$|^metadata\.google\.internal$/;

/** Whether nobody has to be told of a host. */
export function isHarmless(host: string): boolean {
  return !isMetadata(host) && (harmless.test(host) || isOwnNetwork(host));
}

export const isMetadata = (host: string) => metadata.test(host);

/** Loopback, private and documentation addresses: https://www.rfc-editor.org/rfc/rfc6890 */
export function isOwnNetwork(host: string): boolean {
  return /^(0|10|127)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^(192\.0\.2|198\.51\.100|203\.0\.113)\./.test(host);
}
