import type { FormName } from '../simulated/forms.ts';
import { marksIn, parameterOf } from '../trace/marks.ts';

/** Characters of what a text may have to begin with, and of the text. */
const longest = { start: 20, text: 1000 };

/** Tells of each text that code asks for another beginning than it has while something runs. */
async function withRefusedStarts<Result>(
  refused: (text: string, start: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  const { startsWith } = String.prototype;
  // Where the code of a package has frozen them, nothing is known.
  if (Object.isFrozen(String.prototype)) return await run();
  const asking = {
    startsWith(this: string, start: string, at?: number): boolean {
      const isSo = Reflect.apply(startsWith, this, [start, at]);
      if (!isSo && String(start).length <= longest.start && this.length <= longest.text)
        refused(String(this), String(start));
      return isSo;
    },
  };
  Object.assign(String.prototype, asking);
  try {
    return await run();
  } finally {
    Object.assign(String.prototype, { startsWith });
  }
}

/** The beginnings that code asks values of parameters for in vain while a run has them, by the name of the parameter. */
export async function startsAsked(
  names: readonly string[],
  number: number,
  run: () => Promise<unknown>,
): Promise<(readonly [name: string, form: FormName])[]> {
  const starts: (readonly [string, FormName])[] = [];
  await withRefusedStarts((text, start) => {
    const own = marksIn(text, number).marks.flatMap((mark) => names[parameterOf(mark)] ?? []);
    starts.push(...own.map((name) => [name, `prefix:${start}`] as const));
  }, run);
  return starts;
}
