/** Who says whether the plugins that a project's configuration names may run. They are code, and run as the user does. */
export interface PluginConsent {
  /** Whether all may (`--allow-plugins`). */
  all: boolean;
  /** Asks the user, where one is there to answer. */
  ask?: ((question: PluginQuestion) => Promise<boolean>) | undefined;
  /** Told why plugins do not run. */
  warn(message: string): void;
}

/** What a user is asked. */
export interface PluginQuestion {
  /** The project's. */
  folder: string;
  /** Plugins, as the configuration names them. */
  named: readonly string[];
  /** Absolute paths of all their code. */
  files: readonly string[];
  /** Whether it was allowed before, and has changed since. */
  changed: boolean;
}
