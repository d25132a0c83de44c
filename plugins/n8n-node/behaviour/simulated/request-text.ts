export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Entries of a page that is simulated in full. */
const maxEntries = 500;

/** Entries of a page, as a request asks for them: `limit=100`, `"pageSize": 100`; undefined if there are few or very many. */
export function pageSizeOf(url: string, body = ''): number | undefined {
  const text = `${safeDecode(new URL(url).search)}\n${body}`;
  const size = Number(
    /[?&"$[](?:limite?|\w{0,20}por_?pagina|(?:per|max)_?page|(?:limit_)?page_?(?:size|limit|length)|max_?(?:results|size|records)|first|top|take|(?:[\w-]{1,30}-)?size)["\]]*[=:]\s*"?(\d{1,3})\b/i.exec(
      text,
    )?.[1],
  );
  return size > 2 && size <= maxEntries ? size : undefined;
}

/** Where or after what a page begins, or its number, as a request asks for it. */
export const pageStart =
  /[?&](?:page|pagina|p|page_?(?:no|num|number|index)|\$?skip|\w*offset|(?:limit_|[\w-]{1,30}-)?start(?:_?at)?|from)=\d+(?=&|$)/i;

const pageNumber = /[?&](?:current_?)?pag(?:e|ina)(?:_?(?:number|no|num|index))?=(\d{1,3})(?=[&\n]|$)/i;

/** The number of the page that a request asks for. */
export function pageNumberOf(url: string): number | undefined {
  const number = pageNumber.exec(url)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** How many pages after the first one a request asks for, if it differs from that only by the number of the page. */
export function pageAfter(first: string, other: string): number | undefined {
  const [begin, number] = [first, other].map((one) => pageNumber.exec(one)?.[1]);
  const isSame = withoutPage(first) === withoutPage(other);
  return number === undefined || !isSame ? undefined : Math.max(0, Number(number) - Number(begin ?? 1));
}

const withoutPage = (text: string) => text.replace(pageNumber, '').replace('?', '&');

/** The procedure that a body in JSON-RPC calls, on which it depends what the answer is: https://www.jsonrpc.org/specification */
export function procedureIn(body: object): string | undefined {
  const { jsonrpc, method, params }: Record<string, unknown> = { ...body };
  if (jsonrpc === undefined || typeof method !== 'string') return undefined;
  // Odoo calls all of them by one method.
  const { service, method: inner } = Object(params);
  return [method, service, inner].filter((one) => typeof one === 'string' && /^[\w./-]{1,60}$/.test(one)).join(' ');
}

/** The letters and digits of a text, in which a name is found however it is written. */
export const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
