/** A call that would end the process, and with it n8n. */
export class ExitCall extends Error {}

/** Makes calls that end the process throw, and records them, because the error may be caught. */
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
