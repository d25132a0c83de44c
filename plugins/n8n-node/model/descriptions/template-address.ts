import { isRecord, textOf } from '../parameters/plain.ts';

/** Domains that stand for another one in templates and documentation: https://www.rfc-editor.org/rfc/rfc2606 */
const placeholder = /^=?https?:\/\/([\w-]+\.)*example\.(com|org|net)(?![\w.-])/i;

/** Whether an address leads to the service of a template. */
export const isTemplateAddress = (address: unknown): boolean => placeholder.test(textOf(address) ?? '');

/** The request addresses of an object, under the names that n8n has for them. */
export function* addressesOf(request: unknown): Generator<{ key: string; address: string }> {
  if (!isRecord(request)) return;
  for (const key of ['baseURL', 'url']) {
    const address = textOf(request[key]);
    if (address !== undefined) yield { key, address };
  }
}
