import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { anchor } from '../../docs/generator/markdown.ts';
import { isErrorCode } from '../../kernel/errors.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import { repository } from '../cli/shell-user.ts';

const { stdout } = await execa('git', ['ls-files', '*.md', ':!test', ':!examples/*/**'], { cwd: repository });
const pages = stdout.split('\n');
const read = (page: string) => readFile(join(repository, page), 'utf8');

/** Without fences and code, where brackets mean something else. */
const proseOf = (text: string) => text.replace(/^(`{3,})[^\n]*\n.*?^\1$/gms, '').replace(/`[^`\n]*`/g, '`');

const anchorsOf = (text: string) =>
  [...text.replace(/^(`{3,})[^\n]*\n.*?^\1$/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchor(heading),
  );

describe.each(pages)('%s', (page) => {
  it('has links that lead somewhere in the repository', async () => {
    const links = [...proseOf(await read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const dead: string[] = [];
    for (const link of links.filter((one) => !/^https?:/.test(one))) {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      const found = await stat(join(repository, target)).then(
        async (entry) => heading === undefined || (entry.isFile() && anchorsOf(await read(target)).includes(heading)),
        () => false,
      );
      if (!found) dead.push(link);
    }
    expect(dead).toEqual([]);
  });
});

it('explains and configures codes that there are', async () => {
  const rules = builtinKernel().rules();
  const named = (await Promise.all(['README.md', 'docs/tour.md', 'docs/configuration.md'].map(read))).flatMap((text) =>
    [...text.matchAll(/service explain (\S+)|"(\S+)": "(?:off|warning|error)"/g)].map(([, a, b]) => a ?? b ?? ''),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((code) => !/^</.test(code) && !rules.has(code) && !isErrorCode(code))).toEqual([]);
});
