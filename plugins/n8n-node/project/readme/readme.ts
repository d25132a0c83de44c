import type { Service } from '../../../../kernel/check.ts';
import { type Markdown, readMarkdown } from './markdown.ts';

export interface Readme extends Markdown {
  path: string;
  text: string;
}

/**
 * The README that npm packs: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#files. Undefined without one.
 */
export const readme: Service<Readme | undefined> = {
  name: 'the README',
  async create({ files }) {
    const paths = files.list().filter((path) => /^readme(\.(md|markdown|mdown|txt))?$/i.test(path));
    const path = paths.find((candidate) => /\.(md|markdown)$/i.test(candidate)) ?? paths[0];
    if (path === undefined) return undefined;
    const text = await files.read(path);
    return { path, text, ...readMarkdown(text) };
  },
};
