/** A call that would have ended the process: n8n itself, had it loaded the file. */
export class ExitCall extends Error {}

/** Makes the calls that end the process throw instead, and remembers that there was one: it may have been caught. */
export function refuseExits(): { readonly call: ExitCall | undefined; forget(): void } {
  let call: ExitCall | undefined;
  for (const name of ['exit', 'reallyExit', 'abort', 'kill']) {
    Object.defineProperty(process, name, {
      value: () => {
        call ??= new ExitCall(`process.${name}() called`);
        throw call;
      },
      writable: true,
      configurable: true,
    });
  }
  return {
    get call() {
      return call;
    },
    forget() {
      call = undefined;
    },
  };
}
