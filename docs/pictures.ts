import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { withDir } from 'tmp-promise';
import { installedChromium, openBrowser } from '../test/cloud/pages/chromium.ts';
import { terminalPicture } from './generator/terminal-picture.ts';

/** Built: it starts in a third of the time. */
const service = fileURLToPath(new URL('../dist/cli/service.js', import.meta.url));
const project = fileURLToPath(new URL('../examples/failing-node', import.meta.url));

const columns = 92;
/** Checks that the picture shows; the whole output would fill pages. */
const shownChecks = ['structure', 'english'];

/** Draws the output of `service verify --local` for the failing example, reduced to a few checks. */
export async function terminalOfFailure(): Promise<string> {
  const terminal = `data:text/javascript,Object.assign(process.stdout, { isTTY: true, columns: ${columns} })`;
  const { stdout } = await execa(process.execPath, ['--import', terminal, service, 'verify', '--local', '--no-logs'], {
    cwd: project,
    env: { FORCE_COLOR: '1', NO_COLOR: undefined },
    reject: false,
  });
  const printed = stdout.replace(/local-[0-9a-f]+/, 'local-5d3a90c1f2b74e68').split('\n');
  return terminalPicture(['\u001b[32m$\u001b[39m service verify --local', ...excerpt(printed)], {
    title:
      'Output of service verify --local: each failed check with its findings, the source lines and how to fix them',
    columns,
  });
}

/** Returns the first lines, the shown checks and the verdict, with marks for omitted parts. */
function excerpt(lines: readonly string[]): string[] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  const [head = [], ...checks] = blocks;
  const verdict = checks.pop() ?? [];
  const shown = checks.filter(([headline = '']) => shownChecks.some((name) => headline.includes(`${name}:`)));
  if (shown.length !== shownChecks.length) throw new Error(`The example does not fail in ${shownChecks.join(' and ')}`);
  const cut = ['', '\u001b[2m  ⋯\u001b[22m', ''];
  return [...head, ...shown.flatMap((block) => [...cut, ...block]), ...cut, ...verdict];
}

/** The page that a cloud on this machine shows of the same run, as a PNG. @throws {Error} where there is no Chromium */
async function pageOfFailure(): Promise<Uint8Array> {
  if (!installedChromium) throw new Error('The picture of the page needs Chromium: apt-get install chromium');
  const browser = await openBrowser(installedChromium);
  try {
    return await withDir(
      ({ path }) =>
        withCloud(path, async (web) => {
          const page = await browser.context.newPage();
          await page.setViewportSize({ width: 960, height: 900 });
          await page.goto(web);
          return page.screenshot();
        }),
      { prefix: 'service-pictures-', unsafeCleanup: true },
    );
  } finally {
    await browser.close();
  }
}

/** Verifies the example in a cloud of its own. @param use gets the link to the run */
async function withCloud<T>(folder: string, use: (web: string) => Promise<T>): Promise<T> {
  const env = { XDG_CONFIG_HOME: `${folder}/config`, DATABASE_URL: undefined };
  const cloud = execa(process.execPath, [service, 'serve', '--port', '0', '--data', `${folder}/data`], {
    env,
    stderr: 'ignore',
    reject: false,
  });
  try {
    const said = new Map<string, string>();
    for await (const line of createInterface(cloud.stdout)) {
      const [, name = '', value = ''] = /^(API key|Listening on):? (.+)$/.exec(line) ?? [];
      said.set(name, value);
      if (name === 'Listening on') break;
    }
    const access = { ...env, SERVICE_API_KEY: said.get('API key'), SERVICE_BASE_URL: said.get('Listening on') };
    const run = (...args: string[]) => execa(process.execPath, [service, ...args], { env: access, reject: false });
    // Outside of this repository, whose branch and commit the page would show.
    await cp(project, `${folder}/project`, { recursive: true });
    await run('verify', '--no-logs', '--cwd', `${folder}/project`);
    const { runs } = JSON.parse((await run('runs', 'list', '--json')).stdout);
    return await use(runs[0].links.web);
  } finally {
    cloud.kill('SIGTERM');
    await cloud;
  }
}

if (import.meta.main) {
  const folder = new URL('pictures/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('terminal.svg', folder), await terminalOfFailure());
  await writeFile(new URL('run-page.png', folder), await pageOfFailure());
}
