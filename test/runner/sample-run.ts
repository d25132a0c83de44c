import type { Check } from '../../kernel/check.ts';
import type { TimedEvent } from '../../kernel/events.ts';
import type { Hooks } from '../../kernel/hooks.ts';
import { createKernel } from '../../kernel/kernel.ts';
import type { ProjectType } from '../../kernel/plugin.ts';
import type { Source } from '../../runner/source/source.ts';
import { type VerifyOptions, verify } from '../../runner/verify.ts';
import { sampleCheck } from '../kernel/sample-plugin.ts';
import { memorySource, noSandbox } from './memory-source.ts';

interface Given {
  checks?: readonly Check[];
  type?: Partial<ProjectType>;
  tap?: (hooks: Hooks) => void;
  source?: Source;
  options?: Partial<VerifyOptions>;
}

/** Verifies a sample of a project to the end. */
export async function run({ checks = [], type = {}, tap = () => {}, source = memorySource(), options = {} }: Given) {
  const plugin = {
    name: 'sample',
    projectTypes: [{ name: 'sample', title: 'Sample', checks, ...type }],
    apply: ({ hooks }: { hooks: Hooks }) => tap(hooks),
  };
  const kernel = createKernel({ plugins: [plugin] });
  const events: TimedEvent[] = [];
  const verification = await verify(source, {
    kernel,
    projectType: 'sample',
    timeout: 30,
    sandbox: () => noSandbox,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { events, verification };
}

export const passing = (name: string, more: Partial<Check> = {}) => sampleCheck(name, more);
export const failing = (name: string, more: Partial<Check> = {}) =>
  sampleCheck(name, { run: () => [{ code: `${name}-rule`, message: `${name} is wrong` }], ...more });
export const hanging = (name: string, more: Partial<Check> = {}) =>
  sampleCheck(name, {
    async *run() {
      await new Promise(() => {});
    },
    ...more,
  });

/** The log lines among some events. */
export const logged = (events: readonly TimedEvent[]) =>
  events.flatMap((event) => (event.type === 'log' ? [event] : []));
