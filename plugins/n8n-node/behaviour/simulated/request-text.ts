export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Entries of a page that is simulated in full. */
const maxEntries = 250;

/** Entries of a page, as a request asks for them: `limit=100`, `"pageSize": 100`; undefined if there are few or very many. */
export function pageSizeOf(url: string, body = ''): number | undefined {
  const text = `${safeDecode(new URL(url).search)}\n${body}`;
  const size = Number(
    /[?&"$[](?:limit|(?:per|max)_?page|(?:limit_)?page_?(?:size|limit|length)|max_?(?:results|size|records)|first|top|take|size)["\]]*[=:]\s*"?(\d{1,3})\b/i.exec(
      text,
    )?.[1],
  );
  return size > 2 && size <= maxEntries ? size : undefined;
}
