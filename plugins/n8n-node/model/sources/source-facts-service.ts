import type { Service, ServiceContext } from '../../../../kernel/check.ts';
import { guard } from '../../../../kernel/guard.ts';
import type { SandboxOutcome } from '../../../../kernel/sandbox.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { buildTools } from '../../follow/build-tools.ts';
import { warmUpProject } from '../../sandbox/warm-up-project.ts';
import { projectLayout } from '../../typescript/project-layout.ts';
import { joinFacts, rememberedFacts } from './remembered-facts.ts';
import { noFacts, SourceFacts, type SourceOrder } from './source-facts.ts';
import { sourceOrder } from './source-files.ts';

const isFacts = guard(SourceFacts).is;

/** For reading all sources; ten thousand files take about ten. */
const timeoutSeconds = 100;
/** Maximum number of retries to find the file that crashes the process. */
const attempts = 40;

/** The facts of a project's sources, for all checks; parsed once, in the sandbox. */
export const sourceFacts: Service<SourceFacts> = {
  name: 'reading the sources',
  async create(context) {
    const tools = await context.service(buildTools);
    const isKept = context.mode === 'project' && (await context.service(projectLayout)).isKept;
    const isRead = (path: string) => !tools.has(path) && !(isKept && /\.[cm]?tsx?$/.test(path));
    const paths = context.files.list().filter(isRead);
    const order = sourceOrder(paths, context.mode);
    const started = performance.now();
    const reading = new SourceReading(context);
    const facts = await rememberedFacts(context, order, (missing) => reading.read(missing));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    context.log(`read ${order.sources.length} source files in ${seconds} s`);
    return facts;
  },
};

class SourceReading {
  readonly #context: ServiceContext;
  /** Wall-clock time, which includes time spent waiting for the processor. */
  readonly #deadline = performance.now() + 3 * timeoutSeconds * 1000;
  #attempts = attempts;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** A file may crash the process for all: then each half is read separately, until that file is found. */
  async read(order: SourceOrder): Promise<SourceFacts> {
    const outcome = await this.#run(order);
    if (outcome.kind === 'done') {
      if (!isFacts(outcome.result)) throw new Error('the facts about the sources are invalid');
      return outcome.result;
    }
    if (outcome.kind === 'threw') throw new Error(`reading the sources failed: ${outcome.message}`);
    const files = [...order.sources, ...order.texts];
    this.#attempts -= 1;
    if (files.length <= 1 || this.#attempts <= 0 || performance.now() > this.#deadline) {
      const reason = outcome.kind === 'timeout' ? 'reading it took too long' : `reading it failed: ${outcome.reason}`;
      return { ...noFacts(), unread: files.map((file) => ({ file, reason })) };
    }
    const [first, second] = halves(order);
    return joinFacts([await this.read(first), await this.read(second)]);
  }

  #run(order: SourceOrder): Promise<SandboxOutcome> {
    const { sandbox, signal } = this.#context;
    return sandbox.run({
      program: siblingModule(import.meta.url, '../../checks/read-sources-program'),
      input: order,
      warmUp,
      profile: 'tool',
      timeout: Math.max(1, Math.min(timeoutSeconds, Math.round((this.#deadline - performance.now()) / 1000))),
      signal,
    });
  }
}

function warmUp() {
  const overlay = warmUpProject();
  const input: SourceOrder = sourceOrder(Object.keys(overlay), 'project');
  return { input, overlay };
}

function halves({ sources, texts }: SourceOrder): [SourceOrder, SourceOrder] {
  if (sources.length === 0) {
    const middle = texts.length >> 1;
    return [
      { sources, texts: texts.slice(0, middle) },
      { sources, texts: texts.slice(middle) },
    ];
  }
  if (sources.length === 1) {
    return [
      { sources, texts: [] },
      { sources: [], texts },
    ];
  }
  const middle = sources.length >> 1;
  return [
    { sources: sources.slice(0, middle), texts },
    { sources: sources.slice(middle), texts: [] },
  ];
}
