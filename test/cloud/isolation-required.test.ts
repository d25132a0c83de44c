import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/service-process.ts';
import { bubblewrapPaths, canCover, serviceWithout } from './covered-machine.ts';
import { emptyDataFolder } from './store/embedded-template.ts';

describe.runIf(canCover)('without bubblewrap a server that others reach', () => {
  /** An address that is not of this machine: a server that gets as far as to listen fails there. */
  const elsewhere = '192.0.2.1';
  const serve = async (workers: string) => {
    const data = join(await temporaryFolder(), 'data');
    await emptyDataFolder(data);
    return serviceWithout(bubblewrapPaths, ['serve', '--host', elsewhere, '--workers', workers, '--data', data]);
  };

  it('does not start when it verifies', async () => {
    expect((await serve('1')).stderr).toContain('ISOLATION_REQUIRED');
  });

  it('starts when it leaves that to workers', async () => {
    expect((await serve('0')).stderr).toContain('ADDRESS_UNUSABLE');
  });
});
