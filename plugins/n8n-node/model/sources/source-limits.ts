/** Bytes of all sources: a syntax tree is about forty times as large. */
export const maxProjectBytes = 96 * 1024 * 1024;
/**
 * Maximum numbers of hosts, texts and violations of a project. A hostile project may have millions; four hundred large
 * sources have about thirty thousand texts.
 */
export const maxFacts = 60_000;
