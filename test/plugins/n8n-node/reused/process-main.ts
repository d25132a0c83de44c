import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SandboxPlace, SandboxProgram } from '../../../../kernel/sandbox.ts';
import { type Intrinsics, takeIntrinsics } from '../../../../runner/sandbox/intrinsics.ts';
import type { Answer, Order } from './process.ts';

/** The other side of process.ts: gives each project folders of its own, and removes them. */
let earlier = 0;
let intrinsics: Intrinsics | undefined;

process.on('message', async (order: Order) => {
  const answer = await answerTo(order);
  earlier += 1;
  process.send?.(answer);
});

async function answerTo({ program, input, folder, contents, numbered }: Order): Promise<Answer> {
  const above = numbered ? join(folder, String(earlier)) : folder;
  let retired = false;
  const place: SandboxPlace = {
    project: join(above, 'project'),
    scratch: join(above, 'scratch'),
    ...(numbered && { earlier }),
    retire: () => {
      retired = true;
    },
  };
  for (const path of [place.project, place.scratch]) mkdirSync(path, { recursive: true });
  for (const [path, text] of contents) {
    mkdirSync(dirname(join(place.project, path)), { recursive: true });
    writeFileSync(join(place.project, path), text);
  }
  try {
    const { default: run }: { default: SandboxProgram<unknown, unknown> } = await import(program);
    intrinsics ??= takeIntrinsics();
    const result = JSON.stringify(await run(place, input));
    return { result, retired, unchanged: intrinsics.unchanged() };
  } catch (error) {
    return { threw: String(error), retired, unchanged: intrinsics?.unchanged() ?? false };
  } finally {
    for (const path of [place.project, place.scratch]) rmSync(path, { recursive: true });
  }
}
