type Observer = (plugin: string | undefined) => void;

const observers = new Set<Observer>();

/**
 * Observes which plugin this process is loading. Until it has loaded, its code may keep this process busy or end it.
 * @param observer called with the plugin when it starts to load, and with undefined when that is over
 */
export function observeLoading(observer: Observer): Disposable {
  observers.add(observer);
  return { [Symbol.dispose]: () => void observers.delete(observer) };
}

/** Loads a plugin, with observers. */
export async function whileLoading<T>(plugin: string, load: () => Promise<T>): Promise<T> {
  for (const observer of observers) observer(plugin);
  try {
    return await load();
  } finally {
    for (const observer of observers) observer(undefined);
  }
}
