import { ServiceError, serviceError } from '../kernel/errors.ts';

/**
 * Reports that this process ends before its command has an exit code, which would look like success: a plugin called
 * `process.exit`, or the command waits for something that never happens.
 */
export class UnexpectedExit implements Disposable {
  /** The plugin that is being loaded. */
  plugin: string | undefined;
  readonly #report: (error: ServiceError) => number;
  #isIdle = false;

  /** @param report prints the error at once, and returns the exit code */
  constructor(report: (error: ServiceError) => number) {
    this.#report = report;
    process.on('beforeExit', this.#idle).on('exit', this.#exit);
  }

  [Symbol.dispose](): void {
    process.off('beforeExit', this.#idle).off('exit', this.#exit);
  }

  #idle = (): void => {
    this.#isIdle = true;
  };

  #exit = (): void => {
    process.exitCode = this.#report(this.#error());
  };

  #error(): ServiceError {
    const reason = this.#isIdle ? 'it waits for something that never happens' : 'it called process.exit';
    if (this.plugin !== undefined) return serviceError('PLUGIN_NOT_LOADED', { plugin: this.plugin, reason });
    return this.#isIdle
      ? new ServiceError('RUNNER_ERROR', `The command ended without a result: ${reason}`, 'Report it.')
      : new ServiceError(
          'RUNNER_ERROR',
          'The command ended without a result: a plugin may have called process.exit',
          'Remove the call from the plugin, or run the command without it.',
        );
  }
}
