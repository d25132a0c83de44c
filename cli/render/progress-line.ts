import { printable } from '../../kernel/printable.ts';
import type { RunProgress } from '../run-update.ts';
import type { Terminal } from '../terminal.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** Milliseconds between frames, and before the first. */
const interval = 100;

/** Shows the progress of a run at the bottom of the terminal; nothing without a terminal. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #progress: RunProgress | undefined;
  #frame = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    if (!terminal.interactive) return;
    this.#timer = setInterval(() => this.#draw(), interval);
    // The timer must not keep the process alive.
    this.#timer.unref();
  }

  update(progress: RunProgress): void {
    this.#progress = progress;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#terminal.progress('');
  }

  #draw(): void {
    this.#frame = (this.#frame + 1) % frames.length;
    const seconds = Math.floor((performance.now() - this.#started) / 1000);
    this.#terminal.progress([frames[this.#frame], `${seconds} s`, ...this.#parts()].join('  '));
  }

  #parts(): string[] {
    if (!this.#progress) return [];
    const { done, total, running, queuePosition, unit = 'checks' } = this.#progress;
    if (queuePosition !== undefined) return [`queued (position ${queuePosition})`];
    if (total === 0) return [];
    return [`${done} of ${total} ${unit}`, printable(running.join(', '))].filter((part) => part !== '');
  }
}
