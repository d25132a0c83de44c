import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { lazyHost } from '../../../../plugins/n8n-node/loader/lazy-host.ts';
import type { Kit } from '../../../../plugins/n8n-node/n8n/kit.ts';
import { requireFrom } from '../../../../plugins/n8n-node/n8n/kit-folder.ts';
import { currentKit, previousKit } from '../installed-n8n.ts';

/** Says of a process that loads n8n-workflow by that source what is in it. */
const program = `
  const { createRequire } = require('module');
  const { path, source } = JSON.parse(require('fs').readFileSync(0));
  const ownRequire = createRequire(path);
  const lazy = {};
  new Function('require', 'exports', 'module', source)(ownRequire, lazy, { exports: lazy });
  const loaded = () => Object.keys(require.cache).length;
  const names = Object.keys(lazy);
  const before = loaded();
  lazy.NodeConnectionTypes;
  const forOneName = loaded();
  const whole = ownRequire(path);
  const other = names.filter((name) => lazy[name] !== whole[name]);
  console.log(JSON.stringify({ names, wholeNames: Object.keys(whole), other, before, forOneName, all: loaded() }));`;

async function loaded({ folder }: Kit) {
  const path = requireFrom(folder).resolve('n8n-workflow');
  const child = promisify(execFile)(process.execPath, ['-e', program]);
  child.child.stdin?.end(JSON.stringify({ path, source: lazyHost(path) }));
  return JSON.parse((await child).stdout);
}

describe.each([currentKit, previousKit])('n8n-workflow $workflow', (kit) => {
  it('has the same exports when its parts are loaded as they are asked for', async () => {
    const { names, wholeNames, other, before, forOneName, all } = await loaded(kit);
    expect(names.toSorted()).toEqual(wholeNames.toSorted());
    expect(other).toEqual([]);
    expect(before).toBe(0);
    expect(forOneName).toBeLessThan(10);
    expect(all).toBeGreaterThan(300);
  });
});
