import type { PackedFacts, SourceFacts } from './source-facts.ts';

// Apart from the schema: the child packs, and has no use for the validator.

/** Packs facts for the way out of the child: of a large project there are twenty thousand texts, a few dozen in each file. */
export function packFacts({ texts, ...facts }: SourceFacts): PackedFacts {
  const byFile = Map.groupBy(texts, ({ file }) => file);
  return {
    ...facts,
    texts: [...byFile].map(([file, inFile]) => ({
      file,
      rows: inFile.map(({ field, text, line, column }) => [field, text, line, column]),
    })),
  };
}

export function unpackFacts({ texts, ...facts }: PackedFacts): SourceFacts {
  return {
    ...facts,
    texts: texts.flatMap(({ file, rows }) =>
      rows.map(([field, text, line, column]) => ({ field, text, file, line, column })),
    ),
  };
}
