/**
 * The thread in which the engine and the package's code run. Whatever it says of them is the word of an enemy: it tells
 * each trace as soon as it is there, so that what ends or stops this thread costs one operation.
 */
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { constructClass } from '../../loader/class-file.ts';
import { closeDoors } from '../../loader/closed-doors.ts';
import { CallSites } from '../engine/call-sites.ts';
import { loadEngine } from '../engine/engine.ts';
import { forgetScripts, loadedScripts, resolveFromKit } from '../engine/project-modules.ts';
import type { PlannedOperation, RunInput, ThreadPlace } from '../plan/run-input.ts';
import { noneHopeless } from '../runs/learn-answers.ts';
import type { Stage } from '../runs/observe-run.ts';
import { tracePart } from '../runs/trace-part.ts';
import { noVariants } from '../runs/tried-variants.ts';
import { simulateApi } from '../simulated/api.ts';
import { SimulatedCredentials } from '../simulated/credentials.ts';
import { watchJoinedUrls } from '../simulated/joined-urls.ts';
import { type Outcomes, outcomesIn } from '../simulated/outcomes.ts';
import { seedRandomness } from '../simulated/randomness.ts';
import { watchSignatures } from '../simulated/signatures.ts';
import { simulateTime } from '../simulated/time.ts';
import { noProcess, notRun } from '../trace/ending.ts';
import type { Thrown } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';

const { project: folder, kit, compileCache }: ThreadPlace = workerData;
if (compileCache !== undefined) enableCompileCache(compileCache);
const port = parentPort;
if (!port) throw new Error('this is no thread');
const tell = port.postMessage.bind(port);
const now = performance.now.bind(performance);
/** Milliseconds after which the watching thread hears that runs still begin. */
const maxSilence = 100;
const project = realpathSync(folder);
Error.stackTraceLimit = 50;

// Before the engine is loaded: some of it draws random values in advance.
const watches: Stage['watches'] = {
  random: seedRandomness(),
  signatures: watchSignatures(),
  joinedUrls: watchJoinedUrls(),
};
const types = new Map<string, ICredentialType>();
const credentials = new SimulatedCredentials(types);
const sites = new CallSites(framesOf);
const engine = loadEngine(kit, credentials, sites);
const input: RunInput = (await once(port, 'message'))[0];
if (input.warmUp) {
  flushCompileCache();
}
tell({ ready: true });
credentials.useValues(input.credentialValues, input.hostCredentials);
const time = simulateTime();
const api = simulateApi(time, input.responses, sites);
if (api.transport) engine.sendWith(api.transport);
const { borrowed, lacked } = resolveFromKit(project, kit, input);
const processes = process.getBuiltinModule('node:child_process');
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
  Object.defineProperty(processes, name, {
    value() {
      throw new Error(noProcess);
    },
  });
closeDoors((what) => new Error(`${what} is not available`));
process.exit = (code) => {
  throw new Error(`process.exit(${code ?? ''}) was called`);
};
// What a run leaves behind for later is not what decides how it went.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

for (const path of input.credentials) {
  try {
    const type: ICredentialType = constructClass(path, project);
    types.set(type.name, type);
  } catch {
    // The check `load` tells why.
  }
}

/** Only one at a time: descriptions of thousands of parameters take megabytes. */
let made: { path: string; node: ReturnType<typeof constructClass>; outcomes?: Outcomes } | undefined;
let hopeless = noneHopeless();
let variants = noVariants();
let lists: Stage['lists'] = new Map();
const seen = { hasSentSecret: false, hasLoggedIn: false };
for (const operation of input.operations) {
  if (operation.isFirst) {
    hopeless = noneHopeless();
    variants = noVariants();
    lists = new Map();
    seen.hasLoggedIn = false;
  }
  tell({ trace: await traced(operation) });
}
tell({ done: true });

async function traced(operation: PlannedOperation): Promise<OperationTrace> {
  const { index, path, version } = operation;
  tell({ begun: index });
  let toldAt = now();
  // A message for each run would take a twentieth of its time.
  const begins = () => {
    if (now() - toldAt < maxSilence) return;
    tell({ begun: index });
    toldAt = now();
  };
  // What one operation needs is no matter of the next one, which may run in another process.
  credentials.select(undefined);
  try {
    if (made?.path !== path) {
      made = undefined;
      made = { path, node: constructClass(path, project) };
    }
    const typeOf = ({ node }: NonNullable<typeof made>): INodeType =>
      node.nodeVersions ? node.getNodeType(version) : node;
    const type = typeOf(made);
    // To load a module is not to use what it requires.
    lacked.taken();
    const loadAnew = () => lacked.aside(() => loadTypeAnew());
    const loadTypeAnew = () => {
      const restore = forgetScripts(project);
      try {
        const anew = { path, node: constructClass(path, project) };
        const typeAnew = typeOf(anew);
        made = anew;
        return typeAnew;
      } catch {
        // It can be loaded only once.
        restore();
        return type;
      }
    };
    const stage = {
      loadAnew,
      ...{ engine, sites, api, time, watches, credentials, hopeless, variants, lists, seen },
      ...{ begins, outcomes, describe, limit: input.limits.operation },
    };
    api.begin();
    const trace = await tracePart(operation, type, stage);
    const unmet = lacked.taken();
    if (unmet !== undefined) return notRun(index, unmet);
    const answered = api.given();
    return {
      ...trace,
      ...(answered.length > 0 && { answered }),
      ...(borrowed.size > 0 && { borrows: true }),
    };
  } catch (error) {
    return notRun(index, describe(error).message);
  }
}

/** What the code of the node compares answers with. */
function outcomes(): Outcomes {
  if (!made) return outcomesIn([]);
  made.outcomes ??= outcomesIn(loadedScripts(project, made.path));
  return made.outcomes;
}

/** The frames of a stack that are code of the package, a line each, the innermost one first. */
function framesOf({ stack = '' }: Error): string {
  const own = stack.split('\n').filter((line) => line.includes(`${project}/`) && !line.includes('/node_modules/'));
  return own.slice(0, most.frames).join('\n').replaceAll(`${project}/`, '').slice(0, most.stack);
}

function describe(error: unknown): Thrown {
  const field = (key: string): string => {
    try {
      const value: unknown = Reflect.get(Object(error), key);
      return typeof value === 'string' ? value : '';
    } catch {
      return '';
    }
  };
  const clean = (text: string) => text.replaceAll(`${project}/`, '').replaceAll(`${kit}/`, '');
  const description = field('description');
  let message = field('message');
  if (message === '' && (typeof error !== 'object' || error === null)) message = String(error);
  const causes = [error, Reflect.get(Object(error), 'cause')].map((one) => {
    const stack: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'stack') : undefined;
    return typeof stack === 'string' ? stack : '';
  });
  return {
    name: field('name').slice(0, 200),
    message: clean(message).slice(0, most.text),
    ...(description !== '' && { description: clean(description).slice(0, most.text) }),
    stack: clean(causes.join('\n')).slice(0, most.stack),
  };
}
