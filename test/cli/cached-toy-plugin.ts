import { toyWith } from './toy-plugin.ts';

/** The toy whose faults are cached. */
export default toyWith({ cacheVersion: '1' });
