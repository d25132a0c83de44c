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

const linksOf = async (page: string) =>
  [...proseOf(await read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));

describe.each(pages)('%s', (page) => {
  it('has links that lead somewhere in the repository', async () => {
    const dead: string[] = [];
    for (const link of await linksOf(page)) {
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

it('packs what the packed pages link to', async () => {
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: repository });
  const packed = [...stdout.matchAll(/"path": "([^"]+)"/g)].map(([, path = '']) => path);
  const missing: string[] = [];
  for (const page of packed.filter((path) => path.endsWith('.md') && !path.includes('/fixtures/'))) {
    for (const link of await linksOf(page)) {
      const target = join(dirname(page), link.replace(/#.*/, ''));
      const isPacked = link.startsWith('#') || packed.some((path) => path === target || path.startsWith(`${target}/`));
      if (!isPacked) missing.push(`${page}: ${link}`);
    }
  }
  expect(packed).toContain('README.md');
  expect(missing).toEqual([]);
});

it('explains and configures codes that there are', async () => {
  const rules = builtinKernel().rules();
  const named = (await Promise.all(['README.md', 'docs/tour.md', 'docs/configuration.md'].map(read))).flatMap((text) =>
    [...text.matchAll(/service explain (\S+)|"(\S+)": "(?:off|warning|error)"/g)].map(([, a, b]) => a ?? b ?? ''),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((code) => !/^</.test(code) && !rules.has(code) && !isErrorCode(code))).toEqual([]);
});
