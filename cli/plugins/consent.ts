/** Decides whether plugins of a project configuration may run. They are code that runs as the user. */
export interface PluginConsent {
  /** Allows all plugins (`--allow-plugins`). */
  all: boolean;
  /** Asks the user, if there is a terminal. */
  ask?: ((question: PluginQuestion) => Promise<boolean>) | undefined;
  /** Called with the reason if plugins do not run. */
  warn(message: string): void;
}

/** The question to the user. */
export interface PluginQuestion {
  /** Project folder. */
  folder: string;
  /** Plugins as named in the configuration. */
  named: readonly string[];
  /** Absolute paths of their code. */
  files: readonly string[];
  /** Whether they have changed since they were allowed. */
  changed: boolean;
}
