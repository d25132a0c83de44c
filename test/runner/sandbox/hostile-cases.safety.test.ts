import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileCases } from './hostile/hostile-cases.ts';
import { attack, type Ground, prepareGround, secret } from './hostile/hostile-project.ts';
import { isolations, note } from './isolations.ts';

if (note !== undefined) test.skip(`NOT RUN under bubblewrap: all cases (${note})`, () => {});

describe.each(isolations)('under $name', (isolation) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await prepareGround();
  });
  afterAll(async () => {
    await ground.close();
    await isolation.close?.();
  });

  for (const { name, code, files, job, held, notHeld } of hostileCases) {
    const why = notHeld?.[isolation.name];
    test(why === undefined ? name : `NOT HELD: ${name} (${why})`, async () => {
      const reached = ground.reached();
      const outcome = await attack(isolation, code, { ...job, files: files?.(), input: ground.targets });
      expect(outcome.unchanged).toBe(true);
      if (why !== undefined) return expect(() => held(outcome)).toThrow();
      expect(JSON.stringify(outcome)).not.toContain(secret);
      expect(ground.reached()).toBe(reached);
      held(outcome);
    });
  }
});
