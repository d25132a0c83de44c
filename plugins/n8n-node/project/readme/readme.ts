import type { Service } from '../../../../kernel/check.ts';
import { type Block, readMarkdown } from './markdown.ts';

/** The README of a project. */
export interface Readme {
  path: string;
  text: string;
  blocks: readonly Block[];
}

/** The one that npm takes: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#files. Undefined when there is none. */
export const readme: Service<Readme | undefined> = {
  name: 'the README',
  async create({ files }) {
    const paths = files.list().filter((path) => /^readme(\.(md|markdown|mdown|txt))?$/i.test(path));
    const path = paths.find((candidate) => /\.(md|markdown)$/i.test(candidate)) ?? paths[0];
    if (path === undefined) return undefined;
    const text = await files.read(path);
    return { path, text, blocks: readMarkdown(text) };
  },
};
