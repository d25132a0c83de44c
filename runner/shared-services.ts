import type { CheckContext, Service, ServiceContext } from '../kernel/check.ts';

/**
 * The services of one run: each is created when a check first asks for it, and its result, or its error, is given to
 * all who ask.
 */
export function sharedServices(context: Omit<ServiceContext, 'service'>): CheckContext['service'] {
  const created = new Map<Service<unknown>, Promise<unknown>>();
  const service = <T>(wanted: Service<T>): Promise<T> => {
    // `create` may throw before there is a promise.
    const known = created.get(wanted) ?? (async () => wanted.create({ ...context, service }))();
    created.set(wanted, known);
    // Only `wanted.create` puts a promise under `wanted`, so it is a promise of T.
    return known as Promise<T>;
  };
  return service;
}
