import { reasonOf, ServiceError } from '../../kernel/errors.ts';
import { parsePackageReference } from '../../runner/source/package-reference.ts';
import { Registry } from '../../runner/source/registry.ts';
import { registryAddress } from '../../runner/source/registry-address.ts';
import type { Probe } from './examine.ts';
import { failed, ok, warning } from './report.ts';

/** A package that is small and everywhere. */
const known = 'semver';
/** Seconds that the registry may be silent. */
const patience = 10;

/** Whether the registry that runs fetch from has a package that every registry has. */
export const registryProbe: Probe = {
  parts: ['registry'],
  async look(signal) {
    const part = 'registry';
    try {
      const registry = new Registry(registryAddress(undefined), undefined, patience);
      const { name, version } = await registry.find(parsePackageReference(known), signal);
      return [{ part, ...ok(`${registry.shown} resolves ${name} to ${version}`) }];
    } catch (error) {
      const absent = error instanceof ServiceError && error.code === 'INVALID_PAYLOAD';
      const next = absent
        ? 'Fine for a registry that holds only packages of its own; else look at npm_config_registry.'
        : 'Check the network and npm_config_registry: runs of published packages are rejected meanwhile.';
      return [{ part, ...(absent ? warning : failed)(reasonOf(error), next) }];
    }
  },
};
