/** Bytes of all the sources that are parsed: the tree of a program is some forty times its size. */
export const largestProject = 96 * 1024 * 1024;
/**
 * What is told of hosts, of texts and of rules in a project: a hostile one may hold millions, four hundred large sources
 * have some thirty thousand texts.
 */
export const mostFacts = 60_000;
