/** A call that would have ended the process: n8n itself, had it loaded the file. */
export class ExitAttempt extends Error {}

/** Makes the calls that end the process throw instead, and remembers that there was one: it may have been caught. */
export function refuseExits(): { readonly attempt: ExitAttempt | undefined; forget(): void } {
  let attempt: ExitAttempt | undefined;
  for (const name of ['exit', 'reallyExit', 'abort', 'kill']) {
    Object.defineProperty(process, name, {
      value: () => {
        attempt ??= new ExitAttempt(`process.${name}() called`);
        throw attempt;
      },
      writable: true,
      configurable: true,
    });
  }
  return {
    get attempt() {
      return attempt;
    },
    forget() {
      attempt = undefined;
    },
  };
}
