import Type from 'typebox';
import { digestOf } from '../kernel/digest.ts';
import type { TimedEvent } from '../kernel/events.ts';
import { guard } from '../kernel/guard.ts';
import type { KitSource } from '../kernel/kits.ts';
import { hasVerdict, type Verification } from '../kernel/result.ts';
import { installedKits } from '../runner/kits/installed-kits.ts';
import { folderSource } from '../runner/source/folder-source.ts';
import { JudgeMessage } from './judge-message.ts';
import type { JudgeRequest } from './judge-request.ts';
import { openCache } from './open-cache.ts';

const judgeMessages = guard(Type.Array(JudgeMessage));

/** A run that a judge has recorded, because all of its checks came from the cache: it needs no process to be repeated. */
export interface RecordedRun {
  events: TimedEvent[];
  verification: Verification;
}

/**
 * Looks for a recorded run with the same request, files and kits.
 * @param kits all kits that the run may use
 * @returns the run; otherwise the name under which the judge may record this one, undefined if it may not
 */
export async function findRecordedRun(
  request: JudgeRequest,
  kits: readonly KitSource[],
): Promise<RecordedRun | string | undefined> {
  const { source, cache, plugins, changed } = request;
  if (!cache || plugins.length > 0 || changed || source.from !== 'folder') return undefined;
  const results = openCache(request);
  if (typeof results !== 'object') return undefined;
  const installed = installedKits();
  const name = digestOf(JSON.stringify([request, kits.map((kit) => installed.find(kit))]));
  const { folder, files: paths, note, replaced } = source;
  // The judge reads them too, and reports what cannot be read.
  const files = await folderSource({ folder, files: paths, sent: { note }, replaced })
    .read?.()
    .catch(() => undefined);
  if (!files) return undefined;
  const messages = await results.recorded(name, files);
  return (judgeMessages.is(messages) && runOf(messages)) || name;
}

function runOf(messages: readonly JudgeMessage[]): RecordedRun | undefined {
  const time = new Date().toISOString();
  const events: TimedEvent[] = [];
  for (const message of messages) {
    if (message.type === 'result')
      return hasVerdict(message.verification) ? { events, verification: message.verification } : undefined;
    if (message.type === 'fault' || message.type === 'closed') return undefined;
    events.push({ ...message, time });
  }
  return undefined;
}
