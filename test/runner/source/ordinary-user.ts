/** Does something as a user whom file modes bind, also when the tests run as root. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}
