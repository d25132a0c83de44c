import type { Judge } from '../../judge/judge.ts';
import type { JudgeRequest, PluginReference } from '../../judge/judge-request.ts';
import type { TimedEvent } from '../../kernel/events.ts';
import type { Verification } from '../../kernel/result.ts';
import type { Toy } from '../cloud/toy-plugin.ts';

/** To verify a toy. */
export function toyOrder(
  { plugin }: { plugin: PluginReference },
  toy: Toy,
  more: Partial<JudgeRequest> = {},
): JudgeRequest {
  const files = [{ path: 'toy.json', content: JSON.stringify(toy) }];
  return {
    source: { from: 'upload', name: 'toy', files },
    projectType: 'toy',
    timeout: 60,
    plugins: [plugin],
    ...more,
  };
}

/** What a judge says and what it comes to. */
export async function judged(
  judge: Judge,
  order: JudgeRequest,
  signal: AbortSignal,
): Promise<{ verification: Verification; events: TimedEvent[] }> {
  const events: TimedEvent[] = [];
  const verification = await judge.verify(order, signal, (event) => void events.push(event));
  return { events, verification };
}
