import type { NumberedEvent, RunEvent } from '../kernel/events.ts';

/** Numbers events and delivers them in order: to a callback, or to one reader, for which they are buffered. */
export class EventStream implements AsyncIterable<NumberedEvent> {
  #events: NumberedEvent[] = [];
  #seq = 0;
  #ended = false;
  #wake: () => void = () => {};
  readonly #onEvent: ((event: NumberedEvent) => void) | undefined;

  /** @param onEvent called with each event immediately; then there is nothing to read */
  constructor(onEvent?: (event: NumberedEvent) => void) {
    this.#onEvent = onEvent;
  }

  push(event: RunEvent): void {
    this.pushNumbered({ ...event, seq: this.#seq + 1, time: new Date().toISOString() });
  }

  pushNumbered(event: NumberedEvent): void {
    if (this.#ended) return;
    this.#seq = event.seq;
    if (this.#onEvent) this.#onEvent(event);
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
