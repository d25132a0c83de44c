import { createColors } from 'picocolors';

export type Colors = ReturnType<typeof createColors>;

/** A stream with a reader: what `process.stdout` and `process.stderr` are. */
export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Where the command prints: lines to standard output and standard error, and one line of progress at the bottom of a
 * terminal that never gets mixed up with either. Nothing that it is given is neutralised here: see kernel/printable.ts.
 */
export class Terminal {
  /** Colours for standard output and for standard error: each may be a terminal or not. */
  readonly colors: Colors;
  readonly errorColors: Colors;
  readonly #stdout: Channel;
  readonly #stderr: Channel;
  readonly #movable: boolean;
  #progress = '';

  constructor(stdout: OutputStream, stderr: OutputStream, env: NodeJS.ProcessEnv) {
    this.#movable = env['TERM'] !== 'dumb';
    this.colors = createColors(wantsColor(stdout, env));
    this.errorColors = createColors(wantsColor(stderr, env));
    this.#stdout = new Channel(stdout);
    this.#stderr = new Channel(stderr);
  }

  /** Columns to break lines at; undefined where nobody looks at a screen. */
  get width(): number | undefined {
    return this.#stdout.columns;
  }

  /** Whether a line that changes can be shown. */
  get interactive(): boolean {
    return this.#stderr.columns !== undefined && this.#movable;
  }

  /** A line on standard output. */
  out(line: string): void {
    this.#above(() => this.#stdout.write(`${line}\n`));
  }

  /** A line on standard error. */
  err(line: string): void {
    this.#above(() => this.#stderr.write(`${line}\n`));
  }

  /** Text on standard output as it is: a document that ends as its format wants. */
  document(text: string): void {
    this.#above(() => this.#stdout.write(text));
  }

  /** Shows one line at the bottom until it is replaced; an empty one takes it away. */
  progress(line: string): void {
    if (!this.interactive || line === this.#progress) return;
    const columns = this.#stderr.columns ?? 80;
    // One column stays free: a full line would wrap, and could not be erased.
    const fitting = line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;
    this.#progress = line;
    this.#stderr.write(`\r\x1b[K${line === '' ? '' : this.errorColors.dim(fitting)}`);
  }

  #above(write: () => void): void {
    const line = this.#progress;
    this.progress('');
    write();
    this.progress(line);
  }
}

/** A stream that stops quietly when its reader has gone: `service checks | head`. */
class Channel {
  readonly #stream: OutputStream;
  #closed = false;

  constructor(stream: OutputStream) {
    this.#stream = stream;
    stream.on('error', () => {
      this.#closed = true;
    });
  }

  get columns(): number | undefined {
    return this.#stream.isTTY ? (this.#stream.columns ?? 80) : undefined;
  }

  write(text: string): void {
    if (!this.#closed) this.#stream.write(text);
  }
}

/** NO_COLOR wins over FORCE_COLOR, which wins over what the stream is (https://no-color.org, https://force-color.org). */
function wantsColor(stream: OutputStream, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
