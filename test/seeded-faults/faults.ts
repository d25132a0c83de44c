import type { Area, Fault } from './fault.ts';
import { behaviourFaults } from './faults/behaviour.ts';
import { credentialFaults } from './faults/credentials.ts';
import { daily } from './faults/daily.ts';
import { docsFaults } from './faults/docs.ts';
import { compatibilityFaults, loadFaults, typesFaults } from './faults/load.ts';
import { manifestFaults } from './faults/manifest.ts';
import { nodeFaults } from './faults/nodes.ts';
import { packagingFaults } from './faults/packaging.ts';
import { provenanceFaults } from './faults/provenance.ts';
import { securityFaults } from './faults/security.ts';
import { slips } from './faults/slips.ts';

/** Single faults, by what they break. */
export const faults: Readonly<Record<Area, readonly Fault[]>> = {
  behaviour: [...behaviourFaults, ...slips.behaviour, ...daily.behaviour],
  compatibility: compatibilityFaults,
  load: loadFaults,
  manifest: [...manifestFaults, ...slips.manifest, ...daily.manifest],
  types: [...typesFaults, ...slips.types],
  credentials: [...credentialFaults, ...slips.credentials],
  security: [...securityFaults, ...slips.security],
  nodes: [...nodeFaults, ...slips.nodes, ...daily.nodes],
  packaging: [...packagingFaults, ...slips.packaging],
  docs: docsFaults,
  provenance: [...provenanceFaults, ...slips.provenance],
};
