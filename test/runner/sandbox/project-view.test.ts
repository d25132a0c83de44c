import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { ProjectView } from '../../../runner/sandbox/project-view.ts';
import { writeProject } from './hostile/hostile-project.ts';

describe('the view of a project that children get', () => {
  let project: string;
  beforeAll(async () => {
    project = await writeProject({ 'a.js': 'a', 'src/b.js': 'b' });
  });
  afterAll(() => rm(project, { recursive: true }));

  /** Sees it until `leave` is called. */
  const enter = async (view: ProjectView, overlay: NonNullable<SandboxJob['overlay']>) => {
    const entered = Promise.withResolvers<string>();
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    let filled: Promise<void> | undefined;
    const stay = view.with({ overlay, byOthers: false }, (folder, _, filling) => {
      filled = filling;
      entered.resolve(folder);
      return left;
    });
    stay.catch(entered.reject);
    const folder = await entered.promise;
    return { folder, filled, leave: () => [leave(), stay][1] };
  };

  test('is created once for concurrent equal uses, and removed after the last', async () => {
    const view = new ProjectView(project, 'path');
    const one = await enter(view, { 'a.js': 'laid over', 'c.js': 'c' });
    const other = await enter(view, { 'c.js': 'c', 'a.js': 'laid over' });
    expect(other.folder).toBe(one.folder);
    await one.leave();
    expect(readFileSync(join(other.folder, 'a.js'), 'utf8')).toBe('laid over');
    await other.leave();
    expect(existsSync(one.folder)).toBe(false);
    const later = await enter(view, { 'a.js': 'laid over', 'c.js': 'c' });
    expect(later.folder).not.toBe(one.folder);
    await later.leave();
  });

  test('is another one for those that see something else', async () => {
    const view = new ProjectView(project, 'path');
    const overlays: Record<string, string>[] = [{ 'a.js': '1' }, { 'a.js': '2' }, { 'a.js': '1', 'b.js': '' }];
    const seen = await Promise.all(overlays.map((overlay) => enter(view, overlay)));
    expect(new Set(seen.map(({ folder }) => folder)).size).toBe(3);
    await Promise.all(seen.map(({ leave }) => leave()));
  });

  test('is empty until a promised project and overlay are known', async () => {
    const [wanted, overlay] = [Promise.withResolvers<string>(), Promise.withResolvers<Record<string, string>>()];
    const view = new ProjectView(wanted.promise, 'bind');
    const one = await enter(view, overlay.promise);
    const other = await enter(view, overlay.promise);
    expect(other.folder).toBe(one.folder);
    wanted.resolve(project);
    expect(readdirSync(one.folder)).toEqual([]);
    overlay.resolve({ 'c.js': 'c' });
    await one.filled;
    expect(readdirSync(one.folder).sort()).toEqual(['a.js', 'c.js', 'package.json', 'src']);
    await Promise.all([one.leave(), other.leave()]);
    expect(existsSync(one.folder)).toBe(false);
  });

  test('is removed when nobody waits for a promised overlay', async () => {
    const overlay = Promise.withResolvers<Record<string, string>>();
    const { folder, filled, leave } = await enter(new ProjectView(project, 'bind'), overlay.promise);
    await leave();
    overlay.resolve({ 'c.js': 'c' });
    await filled;
    expect(existsSync(folder)).toBe(false);
  });

  test('fails for all its users, and the next one is tried again', async () => {
    const view = new ProjectView(join(project, 'none'), 'path');
    const outcomes = await Promise.allSettled([enter(view, { 'a.js': '' }), enter(view, { 'a.js': '' })]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(enter(view, { 'a.js': '' })).rejects.toThrow('ENOENT');
  });
});
