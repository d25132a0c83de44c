import type { Judge } from '../../judge/judge.ts';
import type { JudgeRequest, PluginReference } from '../../judge/judge-request.ts';
import type { NumberedEvent } from '../../kernel/events.ts';
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
): Promise<{ verification: Verification; events: NumberedEvent[] }> {
  const { events, result } = judge.verify(order, signal);
  const heard: NumberedEvent[] = [];
  for await (const event of events) heard.push(event);
  return { events: heard, verification: await result };
}
