import { reasonOf, ServiceError } from '../../kernel/errors.ts';
import { parsePackageReference } from '../../runner/source/package-reference.ts';
import { Registry } from '../../runner/source/registry.ts';
import { registryAddress } from '../../runner/source/registry-address.ts';
import { failed, ok, warning } from './report.ts';
import type { Probe } from './run-probes.ts';

/** A small package that every full registry has. */
const probePackage = 'semver';
/** Seconds. */
const stallTimeout = 10;

/** Checks that the registry that runs fetch from resolves a package. */
export const registryProbe: Probe = {
  parts: ['registry'],
  async run(signal) {
    const part = 'registry';
    try {
      const registry = new Registry(registryAddress(undefined), stallTimeout);
      const { name, version } = await registry.find(parsePackageReference(probePackage), signal);
      return [{ part, ...ok(`${registry.shown} resolves ${name} to ${version}`) }];
    } catch (error) {
      const absent = error instanceof ServiceError && error.code === 'INVALID_PAYLOAD';
      const next = absent
        ? 'Expected for a registry with private packages only; otherwise check npm_config_registry.'
        : 'Check the network and npm_config_registry; until then, runs of published packages are rejected.';
      return [{ part, ...(absent ? warning : failed)(reasonOf(error), next) }];
    }
  },
};
