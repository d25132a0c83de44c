import type { NumberedEvent, RunEvent } from '../kernel/events.ts';

/** Numbers events and hands them to one reader, in order, holding what it has not read yet. */
export class EventStream implements AsyncIterable<NumberedEvent> {
  #events: NumberedEvent[] = [];
  #seq = 0;
  #ended = false;
  #wake: () => void = () => {};
  readonly #tell: ((event: NumberedEvent) => void) | undefined;

  /** @param tell called with each event at once, instead of a reader when it comes to it */
  constructor(tell?: (event: NumberedEvent) => void) {
    this.#tell = tell;
  }

  push(event: RunEvent): void {
    this.pass({ ...event, seq: this.#seq + 1, time: new Date().toISOString() });
  }

  /** Hands on an event that has its number. */
  pass(event: NumberedEvent): void {
    if (this.#ended) return;
    this.#seq = event.seq;
    if (this.#tell) this.#tell(event);
    else {
      this.#events.push(event);
      this.#wake();
    }
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
