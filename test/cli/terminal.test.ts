import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressLine } from '../../cli/render/progress-line.ts';
import { Terminal } from '../../cli/terminal.ts';
import { sink } from './render/sink.ts';

describe('Terminal', () => {
  it('removes the progress before a line, and restores it after', () => {
    const [out, err] = [sink(80), sink(80)];
    const terminal = new Terminal(out, err, {});
    terminal.progress('working');
    terminal.out('a line');
    expect(out.text).toBe('a line\n');
    expect(err.text).toBe('\r\x1b[K\x1b[2mworking\x1b[22m\r\x1b[K\r\x1b[K\x1b[2mworking\x1b[22m');
  });

  it('cuts the progress to one line', () => {
    const err = sink(10);
    new Terminal(sink(10), err, { NO_COLOR: '1' }).progress('0123456789');
    expect(err.text).toBe('\r\x1b[K01234567…');
  });

  it('shows no progress where there is no terminal', () => {
    const err = sink();
    new Terminal(sink(), err, {}).progress('working');
    expect(err.text).toBe('');
  });

  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
    [{ CI: 'true' }, false, false],
  ])('with %j on a terminal (%j) colours: %j', (env, isTerminal, colours) => {
    const terminal = new Terminal(sink(isTerminal ? 80 : undefined), sink(), env);
    expect(terminal.colors.isColorSupported).toBe(colours);
  });

  it('stops quietly when nobody reads any more', () => {
    let fail: (error: NodeJS.ErrnoException) => void = () => {};
    const out = sink();
    out.on = (_event, listener) => {
      fail = listener;
    };
    const terminal = new Terminal(out, sink(), {});
    terminal.out('read');
    fail(new Error('EPIPE'));
    terminal.out('not read');
    expect(out.text).toBe('read\n');
  });
});

describe('ProgressLine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows nothing for short work', () => {
    const err = sink(80);
    const line = new ProgressLine(new Terminal(sink(80), err, { NO_COLOR: '1' }));
    vi.advanceTimersByTime(90);
    line[Symbol.dispose]();
    expect(err.text).toBe('');
  });

  it('shows what runs, and is removed at the end', () => {
    const err = sink(80);
    const line = new ProgressLine(new Terminal(sink(80), err, { NO_COLOR: '1' }));
    line.update({ done: 1, total: 3, running: ['lint', 'types'] });
    vi.advanceTimersByTime(100);
    expect(err.text).toMatch(/^\r\x1b\[K. {2}\d+ s {2}1 of 3 checks {2}lint, types$/);
    line[Symbol.dispose]();
    expect(err.text).toMatch(/\r\x1b\[K$/);
    vi.advanceTimersByTime(1000);
    expect(err.text).toMatch(/\r\x1b\[K$/);
  });

  it('shows the position in the queue', () => {
    const err = sink(80);
    const line = new ProgressLine(new Terminal(sink(80), err, { NO_COLOR: '1' }));
    line.update({ done: 0, total: 0, running: [], queuePosition: 2 });
    vi.advanceTimersByTime(100);
    expect(err.text).toContain('queued (position 2)');
    line[Symbol.dispose]();
  });
});
