import { tmpdir } from 'node:os';
import { toyPlugin } from './toy-plugin.ts';

/** The toy as a module that `--plugin` can name. Nobody opens its gates. */
export default toyPlugin(tmpdir());
