/** Values of the fields of requests, by name: of the query, of a form, and of a body in JSON at any depth. */
export type RequestFields = ReadonlyMap<string, ReadonlySet<string | number>>;

/** https://url.spec.whatwg.org/#application/x-www-form-urlencoded */
const isForm = /^[\w.~%[\]+-]+=/;

/**
 * Tells each value of a body in JSON with its key, at any depth, the innermost first.
 * @returns false for other bodies
 */
export function seeJson(body: string, see: (key: string, value: unknown) => void): boolean {
  try {
    JSON.parse(body, (key, value) => {
      see(key, value);
      return value;
    });
    return true;
  } catch {
    return false;
  }
}

/** The same, or each field of a form. */
export function seeFields(body: string, see: (key: string, value: unknown) => void): void {
  if (seeJson(body, see) || !isForm.test(body)) return;
  for (const [key, value] of new URLSearchParams(body)) see(key, value);
}

/** The fields of requests. */
export function requestFields(urls: readonly string[], bodies: readonly string[]): RequestFields {
  const found = new Map<string, Set<string | number>>();
  const note = (field: string, value: unknown) => {
    if (typeof value === 'object' || /^\d*$/.test(field)) return;
    const known = found.get(field) ?? new Set();
    found.set(field, known.add(typeof value === 'number' ? value : String(value)));
  };
  for (const url of urls) for (const [field, value] of URL.parse(url)?.searchParams ?? []) note(field, value);
  for (const body of bodies) seeFields(body, note);
  return found;
}

/** The names of the fields that have a number, as such or as text. */
export const fieldsWith = (fields: RequestFields, number: number): string[] =>
  [...fields].flatMap(([field, values]) => (values.has(number) || hasText(values, number) ? [field] : []));

/** `99`, `99.0` */
const hasText = (values: ReadonlySet<string | number>, number: number) =>
  [...values].some((value) => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) && Number(value) === number);

/** A field of a request that has a text or a number, and the name of what it is in; empty at the top. */
export interface PlacedField {
  key: string;
  parent: string;
  value: string;
}

/** The fields of requests with what they are in: `id` of `customer`, also as `customer[id]` in a query or a form. */
export function placedFields(urls: readonly string[], bodies: readonly string[]): PlacedField[] {
  const found: PlacedField[] = [];
  const see = (names: readonly string[], value: string) => {
    const named = names.filter((name) => !/^\d*$/.test(name));
    if (named.length > 0) found.push({ key: named.at(-1) ?? '', parent: named.at(-2) ?? '', value });
  };
  const walk = (value: unknown, names: readonly string[]) => {
    if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) walk(one, [...names, name]);
    else if (typeof value === 'string' || typeof value === 'number') see(names, String(value));
  };
  const walkForm = (pairs: Iterable<[string, string]>) => {
    for (const [name, value] of pairs) see(name.split(/[[\].]+/), value);
  };
  for (const url of urls) walkForm(URL.parse(url)?.searchParams ?? []);
  for (const body of bodies) {
    try {
      walk(JSON.parse(body), []);
    } catch {
      if (isForm.test(body)) walkForm(new URLSearchParams(body));
    }
  }
  return found;
}
