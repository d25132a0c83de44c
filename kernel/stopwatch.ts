export type Stopwatch = ReturnType<typeof stopwatch>;

/** Milliseconds since its creation: wall-clock time, and processor time of the process. */
export function stopwatch() {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const processor = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return {
    processor,
    isPast: (limit: { wall: number; processor: number }): boolean =>
      performance.now() - started > limit.wall || processor() > limit.processor,
  };
}
