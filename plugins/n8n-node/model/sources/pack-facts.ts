import type { PackedFacts, SourceFacts } from './source-facts.ts';

// Separate from the schema: the child process does not need the validator.

/** Packs facts for transfer: a large project has twenty thousand texts, a few dozen per file. */
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
