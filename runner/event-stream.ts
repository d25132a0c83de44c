import type { NumberedEvent, RunEvent } from '../kernel/events.ts';

/** Numbers events and hands them to one reader, in order, holding what it has not read yet. */
export class EventStream implements AsyncIterable<NumberedEvent> {
  #events: NumberedEvent[] = [];
  #seq = 0;
  #ended = false;
  #wake: () => void = () => {};

  push(event: RunEvent): void {
    if (this.#ended) return;
    this.#seq += 1;
    this.#events.push({ ...event, seq: this.#seq, time: new Date().toISOString() });
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<NumberedEvent, void> {
    for (;;) {
      const events = this.#events;
      this.#events = [];
      yield* events;
      if (this.#events.length > 0) continue;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
