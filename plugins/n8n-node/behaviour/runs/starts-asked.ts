import type { FormName } from '../simulated/forms.ts';
import { marksIn, parameterOf } from '../trace/marks.ts';

/** Characters of what a text may have to begin with, and of the text. */
const longest = { start: 20, text: 1000 };

/** The beginnings that code asks values of parameters for in vain while a run has them, by the name of the parameter. */
export async function startsAsked(
  names: readonly string[],
  number: number,
  run: () => Promise<unknown>,
): Promise<(readonly [name: string, form: FormName])[]> {
  // Where the code of a package has frozen them, nothing is known.
  if (Object.isFrozen(String.prototype)) return [];
  const starts: (readonly [string, FormName])[] = [];
  const { startsWith } = String.prototype;
  const asking = {
    startsWith(this: string, start: string, at?: number): boolean {
      const isSo = Reflect.apply(startsWith, this, [start, at]);
      if (!isSo && String(start).length <= longest.start && this.length <= longest.text) {
        const own = marksIn(String(this), number).marks.flatMap((mark) => names[parameterOf(mark)] ?? []);
        starts.push(...own.map((name) => [name, `prefix:${start}`] as const));
      }
      return isSo;
    },
  };
  Object.assign(String.prototype, asking);
  try {
    await run();
  } finally {
    Object.assign(String.prototype, { startsWith });
  }
  return starts;
}
