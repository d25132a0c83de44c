/** Characters and entries of what a trace holds. */
export const most = {
  text: 2000,
  stack: 8000,
  url: 1000,
  requests: 200,
  /** Requests of a run after which lists have no entries. */
  full: 100,
  outputs: 100,
  marks: 60,
  name: 200,
  variants: 20,
  values: 100,
  itemFields: 5,
  answer: 2000,
  /** Stacks of a run, and frames of one. */
  sites: 40,
  frames: 6,
};
