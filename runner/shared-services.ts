import type { CheckContext, Service, ServiceContext } from '../kernel/check.ts';

/**
 * The services of one run. Each is created when a check first asks for it; all checks share its result or error.
 */
export function sharedServices(context: Omit<ServiceContext, 'service'>): CheckContext['service'] {
  const created = new Map<Service<unknown>, Promise<unknown>>();
  const service = <T>(wanted: Service<T>): Promise<T> => {
    // `create` may throw synchronously.
    const known = created.get(wanted) ?? (async () => wanted.create({ ...context, service }))();
    created.set(wanted, known);
    // The entry was created by `wanted.create`, so it is a promise of T.
    return known as Promise<T>;
  };
  return service;
}
