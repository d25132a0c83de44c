import { join } from 'node:path';
import type { ShapeName } from '../generate-project.ts';
import { comparePairs, median } from '../measure/pairs.ts';
import { nothing } from '../measure/peer.ts';
import type { Bench, Row } from '../measure/row.ts';
import { builtService, type Command, timeCommand } from '../measure/run-command.ts';
import { servedCloud } from '../measure/served-cloud.ts';

/** Compares a command that does little after its start with an empty Node.js program. */
function startRow(name: string, what: string, bound: number, argsOf: (bench: Bench) => Promise<string[]>): Row {
  return {
    name,
    what,
    async measure(bench) {
      const args = [builtService, ...(await argsOf(bench))];
      const ours = { args, env: { XDG_CACHE_HOME: await bench.folder() } };
      return comparePairs({ ours, peer: nothing, against: '`node -e 0`', bound, pairs: 25 });
    },
  };
}

/** Milliseconds of processor time of the client for a run in the cloud. */
const clientBound = 150;
const clientRuns = 9;

function clientRow(shape: ShapeName): Row {
  return {
    name: 'start-client',
    what: `\`verify\` in a cloud, ${shape.replace('-', ' ')}: client only`,
    async measure(bench) {
      const project = await bench.project(shape);
      await using cloud = await servedCloud(join(await bench.folder(), 'data'));
      const client: Command = {
        args: [builtService, 'verify', '--cwd', project, '--timeout', '600'],
        env: { SERVICE_BASE_URL: cloud.url, SERVICE_API_KEY: cloud.key, XDG_CACHE_HOME: await bench.folder() },
        // The generated project has findings.
        exit: 1,
      };
      await timeCommand(client);
      const runs = [];
      for (let run = 0; run < clientRuns; run++) runs.push(await timeCommand(client));
      // The mean, because processor time is measured in steps of 10 ms.
      const cpu = runs.reduce((sum, run) => sum + (run.cpu ?? Number.NaN), 0) / clientRuns;
      return {
        ours: { wall: median(runs.map(({ wall }) => wall)), cpu },
        figure: `${Math.round(cpu)} ms`,
        bound: `≤ ${clientBound} ms`,
        met: cpu <= clientBound,
      };
    },
  };
}

export default [
  startRow('start-version', '`--version`', 1.6, async () => ['--version']),
  startRow('start-dry-run', '`verify --dry-run`, 70 files: everything before a run', 6, async (bench) => [
    'verify',
    '--dry-run',
    '--cwd',
    await bench.project('70-files'),
  ]),
  clientRow('70-files'),
];
