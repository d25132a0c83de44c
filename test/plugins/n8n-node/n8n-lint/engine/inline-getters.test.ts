import { describe, expect, it } from 'vitest';
import { withSettledExports } from '../../../../../plugins/n8n-node/n8n-lint/engine/inline-getters.ts';

/** A module as compilers make them: a getter of what another one exports, which has its value later. */
async function load() {
  const module = { used: 0, value: 1 };
  const exported = {};
  Object.defineProperty(exported, 'value', {
    enumerable: true,
    get: () => {
      module.used += 1;
      return module.value;
    },
  });
  const again = {};
  Object.defineProperty(again, 'value', Object.getOwnPropertyDescriptor(exported, 'value') ?? {});
  return { module, exported, again };
}

describe('settled exports', () => {
  it('are asked for once, through however many modules', async () => {
    const { module, again } = await withSettledExports(load);
    expect([again, again, again].map((exports) => Reflect.get(exports, 'value'))).toEqual([1, 1, 1]);
    expect(module.used).toBe(1);
    expect(Object.keys(again)).toEqual(['value']);
  });

  it('may have another value while modules are loaded', async () => {
    const { exported } = await withSettledExports(async () => {
      const loaded = await load();
      expect(Reflect.get(loaded.exported, 'value')).toBe(1);
      loaded.module.value = 2;
      return loaded;
    });
    expect(Reflect.get(exported, 'value')).toBe(2);
  });

  it('stay getters where they were frozen', async () => {
    const { exported } = await withSettledExports(async () => {
      const loaded = await load();
      Object.freeze(loaded.exported);
      return loaded;
    });
    expect([Reflect.get(exported, 'value'), Reflect.get(exported, 'value')]).toEqual([1, 1]);
  });

  it('leave nothing behind, also when loading fails', async () => {
    const { defineProperty } = Object;
    await expect(withSettledExports(() => Promise.reject(new Error('not there')))).rejects.toThrow('not there');
    expect(Object.defineProperty).toBe(defineProperty);
  });
});
