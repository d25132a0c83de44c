import type { OutputStream } from '../../../cli/terminal.ts';

/** A stream that remembers: a terminal when it has columns. */
export function sink(columns?: number): OutputStream & { text: string } {
  return {
    ...(columns !== undefined && { isTTY: true, columns }),
    text: '',
    write(text: string) {
      this.text += text;
    },
    on() {},
  };
}
