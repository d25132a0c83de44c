import { afterEach, expect, test, vi } from 'vitest';

/** A fresh `chooseIsolation` on a machine whose programs are what `find` says. */
async function chooserWith(find: (name: string) => string | undefined) {
  vi.resetModules();
  vi.doMock('../../../runner/sandbox/system-programs.ts', async (original) => ({
    ...(await original<typeof import('../../../runner/sandbox/system-programs.ts')>()),
    systemProgram: find,
  }));
  const { chooseIsolation } = await import('../../../runner/sandbox/isolation.ts');
  return chooseIsolation;
}

afterEach(() => {
  vi.doUnmock('../../../runner/sandbox/system-programs.ts');
  // Other files of this process must not be given what was imported meanwhile.
  vi.resetModules();
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('without bubblewrap it is the permission model, and says why', async () => {
  const chooseIsolation = await chooserWith((name) => (name === 'bwrap' ? undefined : `/usr/bin/${name}`));
  expect(await chooseIsolation()).toMatchObject({
    name: 'permission-model',
    note: "bubblewrap is not used: bubblewrap is not installed. Node's permission model does not protect against malicious code.",
  });
});

onLinux('a bubblewrap that can not start a child is as good as none', async () => {
  const chooseIsolation = await chooserWith((name) => (name === 'bwrap' ? '/bin/false' : `/usr/bin/${name}`));
  const { name, note } = await chooseIsolation();
  expect({ name, note }).toEqual({
    name: 'permission-model',
    note: expect.stringContaining('it could not start a process (it exited with code 1 without a result)'),
  });
});

onLinux('who insists on bubblewrap gets it or an error', async () => {
  const chooseIsolation = await chooserWith(() => undefined);
  await expect(chooseIsolation({ prefer: 'bubblewrap' })).rejects.toMatchObject({
    code: 'ISOLATION_UNAVAILABLE',
    message: 'Cannot isolate child processes with bubblewrap: bubblewrap is not installed',
  });
});

onLinux('a processor without a seccomp filter has no bubblewrap', async () => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch');
  Object.defineProperty(process, 'arch', { value: 'riscv64', configurable: true });
  const chooseIsolation = await chooserWith((name) => `/usr/bin/${name}`);
  const { note } = await chooseIsolation();
  if (arch) Object.defineProperty(process, 'arch', arch);
  expect(note).toContain('the architecture riscv64 has no seccomp filter');
});

onLinux('whether it works is tried once', async () => {
  const find = vi.fn(() => undefined);
  const chooseIsolation = await chooserWith(find);
  await chooseIsolation();
  const asked = find.mock.calls.length;
  await chooseIsolation();
  expect(find).toHaveBeenCalledTimes(asked);
});
