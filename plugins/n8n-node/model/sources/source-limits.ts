/** Bytes of all the sources that are parsed: the tree of a program is some forty times its size. */
export const maxProjectBytes = 96 * 1024 * 1024;
/**
 * What is told of hosts, of texts and of rules in a project: a hostile one may hold millions, four hundred large sources
 * have some thirty thousand texts.
 */
export const maxFacts = 60_000;
