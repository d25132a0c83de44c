/** A part of the load benchmark. */
export interface Part {
  /** The argument of `npm run bench:load -- <name>`. */
  name: string;
  title: string;
  /**
   * Measures and returns Markdown. Throws if a result is wrong.
   * @param signal cancels
   */
  measure(signal: AbortSignal): Promise<string>;
}
