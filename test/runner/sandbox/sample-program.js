import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the tests ask a child to do, by name. In JavaScript: to strip types takes a child longer than all the rest. */
const actions = {
  echo: (_place, given) => given,
  nothing: () => undefined,
  place: (place) => place,
  module: () => import.meta.url,
  throw: () => {
    throw new TypeError('the program gave up');
  },
  print: () => {
    console.log(`${'o'.repeat(100_000)}the end`);
    console.error('and an error');
  },
  /** Every file of the project with its text. */
  project: ({ project }) =>
    Object.fromEntries(
      readdirSync(project, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => [path.slice(project.length + 1), readFileSync(path, 'utf8')])
        .sort(),
    ),
  /** What a module of the project would import. */
  packages: ({ project }) => {
    const path = createRequire(join(project, 'src/index.ts')).resolve('acme/package.json');
    return { text: readFileSync(path, 'utf8'), beside: existsSync(join(dirname(project), 'node_modules')) };
  },
  scratch: ({ scratch }) => {
    const before = readdirSync(scratch);
    writeFileSync(join(scratch, 'file'), 'x');
    return { before, after: readdirSync(scratch) };
  },
  large: () => 'x'.repeat(2 ** 20),
  child: () => spawnSync(process.execPath, ['-p', '6 * 7'], { env: {}, encoding: 'utf8' }).stdout,
  compiled: () => createRequire(import.meta.url)('oxc-parser').parseSync('a.ts', 'let a: number;').errors,
  /** What the kernel says of the child itself. */
  status: () => readFileSync('/proc/self/status', 'utf8'),
  limits: () => readFileSync('/proc/self/limits', 'utf8'),
  root: () => ['/', '/dev', '/bin'].map((folder) => readdirSync(folder).sort()),
  priority: () => getPriority(),
  /** What is beside our package's manifest. */
  beside: () => readdirSync(dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)))),
};

export default function run(place, { action, given }) {
  return actions[action](place, given);
}
