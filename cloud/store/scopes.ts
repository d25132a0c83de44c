/**
 * What a key may do: `read` reads the account and its runs, `verify` also creates and cancels runs, `admin` also manages
 * the account: its keys and webhooks. Each includes those before it.
 */
export const scopes = ['read', 'verify', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** What keys may do unless asked otherwise, as all keys could before there were scopes. */
export const defaultScopes: readonly Scope[] = ['verify'];

/** The given scopes with those that they include, in the order of `scopes`. */
export function withIncluded(given: readonly Scope[]): Scope[] {
  return scopes.slice(0, 1 + Math.max(...given.map((scope) => scopes.indexOf(scope))));
}
