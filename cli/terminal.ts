import { createColors } from 'picocolors';

export type Colors = ReturnType<typeof createColors>;

/** An output stream like `process.stdout`. */
export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Prints lines to standard output and standard error, and a progress line below them. It does not escape its input: see
 * kernel/printable.ts.
 */
export class Terminal {
  /** Colors of standard output and standard error; each may be a terminal or not. */
  readonly colors: Colors;
  readonly errorColors: Colors;
  readonly #stdout: Channel;
  readonly #stderr: Channel;
  readonly #canErase: boolean;
  #progress = '';

  constructor(stdout: OutputStream, stderr: OutputStream, env: NodeJS.ProcessEnv) {
    this.#canErase = env['TERM'] !== 'dumb';
    this.colors = createColors(wantsColor(stdout, env));
    this.errorColors = createColors(wantsColor(stderr, env));
    this.#stdout = new Channel(stdout);
    this.#stderr = new Channel(stderr);
  }

  /** Columns of the terminal; undefined without one. */
  get width(): number | undefined {
    return this.#stdout.columns;
  }

  /** The same of standard error. */
  get errorWidth(): number | undefined {
    return this.#stderr.columns;
  }

  /** Whether a progress line can be shown. */
  get interactive(): boolean {
    return this.#stderr.columns !== undefined && this.#canErase;
  }

  /** Prints a line to standard output. */
  out(line: string): void {
    this.#above(() => this.#stdout.write(`${line}\n`));
  }

  /** Prints a line to standard error. */
  err(line: string): void {
    this.#above(() => this.#stderr.write(`${line}\n`));
  }

  /** Prints a document to standard output as it is. */
  document(text: string): void {
    this.#above(() => this.#stdout.write(text));
  }

  /** Shows a progress line; an empty text removes it. */
  progress(line: string): void {
    if (!this.interactive || line === this.#progress) return;
    const columns = this.#stderr.columns ?? 80;
    // Leaves one column free, because a full line would wrap and could not be erased.
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

/** A stream that ignores errors after its reader has closed: `service checks | head`. */
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

/** NO_COLOR overrides FORCE_COLOR, which overrides detection (https://no-color.org, https://force-color.org). */
function wantsColor(stream: OutputStream, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
