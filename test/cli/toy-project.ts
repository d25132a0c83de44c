import { fileURLToPath } from 'node:url';
import { project } from './service-process.ts';

/** The module of its plugin. */
export const toyPlugin = fileURLToPath(new URL('./toy-plugin.ts', import.meta.url));
/** The same, whose faults are cached. */
export const cachedToyPlugin = fileURLToPath(new URL('./cached-toy-plugin.ts', import.meta.url));

/**
 * A project of the type `toy`, whose checks do what its files ask for: so that what the command prints can be told to
 * the byte, whatever the checks of real project types say.
 */
export function toyProject(files: Record<string, string>, config: Record<string, unknown> = {}): Promise<string> {
  return project({
    'package.json': '{ "name": "my-toy", "toy": true }\n',
    '.service/config.json': JSON.stringify({ plugins: [toyPlugin], ...config }),
    ...files,
  });
}
