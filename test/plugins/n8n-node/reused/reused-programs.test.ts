import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { lintableFiles } from '../../../../plugins/n8n-node/lint/lintable-files.ts';
import { wantedOf } from '../../../../plugins/n8n-node/places/wanted.ts';
import { sourceOrder } from '../../../../plugins/n8n-node/security/source-files.ts';
import { withProject } from '../lint/project-folder.ts';
import type { Contents } from '../project-on-disk.ts';
import { type Answer, ReusedProcess, runAlone, temporaryFolder } from './process.ts';
import { type ProjectName, projects } from './projects.ts';

interface Program {
  name: string;
  input(contents: Contents): unknown;
}

const paths = (contents: Contents) => Object.keys(contents).sort();
const texts = (contents: Contents) => Object.values(contents).map(String);
const hostileTexts = ['__proto__', 'constructor', 'toString', '{', '\u0000'].flatMap((text) => [
  `={{ $parameter["${text}"] + ${text} }}`,
  `={{ $credentials.${text}`,
  `=${text}{{ if (1) ${text} }}`,
]);

const programs: readonly Program[] = [
  { name: 'lint-program', input: (contents) => ({ files: lintableFiles(paths(contents), 'project') }) },
  { name: 'source-facts-program', input: (contents) => sourceOrder(paths(contents), 'project') },
  {
    name: 'shipped-files-program',
    input: (contents) => ({ manifest: { files: ['nodes', '!**/*.svg', '../*', '..'], ...manifestOf(contents) } }),
  },
  {
    name: 'place-program',
    input: (contents) => ({
      files: sourceOrder(paths(contents), 'project').sources,
      wanted: [
        ...new Set(texts(contents).flatMap((text) => [...text.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name))),
      ]
        .flatMap((name) => [wantedOf({ object: { name } }), wantedOf({ text: name ?? '' })])
        .filter((wanted) => wanted !== undefined)
        .map(({ fields: _, ...wanted }) => wanted),
    }),
  },
  {
    name: 'expression-program',
    input: (contents) => ({
      texts: [...texts(contents).flatMap((text) => text.match(/(?<=')=[^']+(?=')/g) ?? []), ...hostileTexts],
      time: 10_000,
    }),
  },
];

function manifestOf(contents: Contents): object {
  try {
    const { files }: { files?: unknown } = JSON.parse(String(contents['package.json']));
    return Array.isArray(files) && files.length > 1 ? { files } : {};
  } catch {
    return {};
  }
}

const series: readonly ProjectName[] = [
  'generated',
  'generated otherwise',
  'generated',
  'named',
  'changed',
  'broken',
  'examples',
  'generated',
  'nested',
  'deep',
  'broken',
  'changed',
];

describe.each(programs)('a process that runs $name for one project after the other', ({ name, input }) => {
  const program = siblingModule(import.meta.url, name);

  it('gives for each what a new process gives', async () => {
    const alone = new Map<ProjectName, Answer>();
    await using process = new ReusedProcess(program, { numbered: true });
    for (const project of series) {
      const contents = projects[project];
      const given = input(contents);
      const expected = alone.get(project) ?? (await runAlone(program, contents, given));
      alone.set(project, expected);
      const { result, threw, ended, unchanged } = await process.run(contents, given);
      // It is asked of a new process then.
      if (project === 'nested' && threw?.includes('for a process of its own')) continue;
      expect({ result, threw, ended }, project).toEqual({
        result: expected.result,
        threw: expected.threw,
        ended: expected.ended,
      });
      expect(unchanged, `what ${project} leaves of the language`).toBe(true);
      expect(result ?? '').not.toMatch(/\/\d+\/(project|scratch)|service-test-/);
    }
    expect(alone.get('generated')?.result?.length).toBeGreaterThan(10);
  });
});

describe('what is nested so deep that it depends on earlier projects how much of it is read', () => {
  it.each(programs.filter(({ name }) => name !== 'shipped-files-program'))(
    'is refused by $name in a process that saw one, and by no other',
    async ({ name, input }) => {
      await using process = new ReusedProcess(siblingModule(import.meta.url, name), { numbered: true });
      const ask = () => process.run(projects.nested, input(projects.nested));
      expect((await ask()).result).toBeDefined();
      expect((await ask()).threw).toContain('for a process of its own');
    },
  );
});

describe('a process in which linting a file was stopped in the middle', () => {
  it('asks not to be used again, and gives what is found in the other files', async () => {
    await withProject(
      {
        'nodes/large.js': `export const table = [${'[1, 2, 3],\n'.repeat(400_000)}];`,
        'nodes/fine.ts': 'console.log(1)',
      },
      async (project) => {
        await using scratch = await temporaryFolder();
        const main = fileURLToPath(new URL('./late-lint-main.ts', import.meta.url));
        const child = fork(main, [project, scratch.path, 'nodes/large.js', 'nodes/fine.ts'], { execArgv: [] });
        const [said] = await once(child, 'message');
        child.kill();
        expect(said).toMatchObject({ retired: true });
        expect(said.texts).toEqual(
          expect.arrayContaining(['linting it takes longer than 0.5 s', 'no-console', 'nodes/fine.ts']),
        );
      },
    );
  });
});
