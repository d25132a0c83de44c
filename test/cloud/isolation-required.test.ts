import { describe, expect, it } from 'vitest';
import { bubblewrapPaths, canCover, serviceWithout } from './covered-machine.ts';
import { ownDatabase } from './shared-postgres.ts';

describe.runIf(canCover)('without bubblewrap a server that others reach', () => {
  /** An address that is not of this machine: a server that gets as far as to listen fails there. */
  const elsewhere = '192.0.2.1';
  const serve = async (workers: string) => {
    const args = ['serve', '--host', elsewhere, '--workers', workers, '--database-url', await ownDatabase()];
    return serviceWithout(bubblewrapPaths, args);
  };

  it('does not start when it verifies', async () => {
    expect((await serve('1')).stderr).toContain('ISOLATION_REQUIRED');
  });

  it('starts when it leaves that to workers', async () => {
    expect((await serve('0')).stderr).toContain('ADDRESS_UNUSABLE');
  });
});
