/** A part of the harness: what it measures, and how it prints it. */
export interface Part {
  /** What `npm run bench:load -- <name>` takes. */
  name: string;
  title: string;
  /**
   * Gives Markdown. Throws when what was done was not done right, however fast.
   * @param signal gives up
   */
  measure(signal: AbortSignal): Promise<string>;
}
