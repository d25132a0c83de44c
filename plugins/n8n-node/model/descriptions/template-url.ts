import { isRecord } from '../../../../kernel/record.ts';
import { textOf } from '../parameters/plain.ts';

/** Domains reserved for templates and documentation: https://www.rfc-editor.org/rfc/rfc2606 */
const placeholder = /^=?https?:\/\/([\w-]+\.)*example\.(com|org|net)(?![\w.-])/i;

/** Whether a URL is that of the repository in n8n's templates. */
export const isTemplateRepository = (url: string): boolean => /^https:\/\/github\.com\/org\/repo\b/.test(url);

/** Whether it is a placeholder URL of a template. */
export const isTemplateUrl = (url: unknown): boolean => placeholder.test(textOf(url) ?? '');

/** The URLs of a request, with their keys. */
export function* urlsOf(request: unknown): Generator<{ key: string; url: string }> {
  if (!isRecord(request)) return;
  for (const key of ['baseURL', 'url']) {
    const url = textOf(request[key]);
    if (url !== undefined) yield { key, url };
  }
}
