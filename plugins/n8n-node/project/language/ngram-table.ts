/** Scores of an n-gram, by number of the language. */
type Scores = Readonly<Record<string, number>>;

/**
 * The statistics of eld as text, one sorted line per n-gram. As an object, they would take a process 100 ms and 40 MB,
 * and a run uses some thousand entries.
 */
export function writeTable(ngrams: Readonly<Record<string, Scores>>): string {
  const line = ([piece, scores]: [string, Scores]) => `${piece}\t${Object.entries(scores).flat().join()}`;
  return Object.entries(ngrams)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(line)
    .join('\n');
}

/** Reads the text of `writeTable`, as an object whose entries are looked up in it. */
export function readTable(table: string): Readonly<Record<string, Scores | undefined>> {
  const known = new Map<string, Scores>();
  return new Proxy(Object.create(null), {
    get: (_, piece) => {
      if (typeof piece !== 'string') return undefined;
      const scores = known.get(piece) ?? find(table, piece);
      if (scores) known.set(piece, scores);
      return scores;
    },
  });
}

function find(table: string, piece: string): Scores | undefined {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = Math.max(low, table.lastIndexOf('\n', middle - 1) + 1);
    const tab = table.indexOf('\t', start);
    const next = table.indexOf('\n', tab);
    const end = next === -1 ? table.length : next;
    const found = table.slice(start, tab);
    if (found === piece) return scoresOf(table.slice(tab + 1, end));
    if (found < piece) low = end + 1;
    else high = start;
  }
  return undefined;
}

function scoresOf(written: string): Scores {
  const numbers = written.split(',').map(Number);
  return Object.fromEntries(
    numbers.flatMap((language, at) => (at % 2 === 0 ? [[language, numbers[at + 1] ?? 0]] : [])),
  );
}
