/** One system call, as a filter sees it: struct seccomp_data. */
export interface Call {
  number: number;
  architecture: number;
  firstArgument?: number;
  fourthArgument?: number;
}

/** Runs a classic BPF program the way the kernel does, as far as filters of system calls need it. */
export function runFilter(
  program: Uint8Array,
  { number, architecture, firstArgument = 0, fourthArgument = 0 }: Call,
): number {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const fields = new Map([
    [0, number],
    [4, architecture],
    [16, firstArgument],
    [40, fourthArgument],
  ]);
  let loaded = 0;
  for (let at = 0; at < program.byteLength / 8; at++) {
    const operation = view.getUint16(at * 8, true);
    const value = view.getUint32(at * 8 + 4, true);
    const leap = (condition: boolean) => view.getUint8(at * 8 + (condition ? 2 : 3));
    if (operation === 0x06) return value;
    if (operation === 0x20) loaded = fields.get(value) ?? Number.NaN;
    else if (operation === 0x15) at += leap(loaded === value);
    else if (operation === 0x35) at += leap(loaded >= value);
    else if (operation === 0x54) loaded &= value;
    else if (operation === 0x45) at += leap((loaded & value) !== 0);
    else throw new Error(`The kernel would refuse operation ${operation}`);
  }
  throw new Error('The program has no end');
}
