import type { FileRule, NodeRule, TextRule } from '../../../model/sources/source-rule.ts';
import { bidiCharacter } from './bidi-characters.ts';
import { computedRequire } from './computed-require.ts';
import { encodedPayload } from './encoded-payload.ts';
import { extendedPrototype } from './extended-prototype.ts';
import { hiddenGlobal, hostModules } from './hidden-global.ts';
import { ignoredCertificates } from './ignored-certificates.ts';
import { indirectEval } from './indirect-eval.ts';
import { insecureAddress } from './insecure-address.ts';
import { secretInAddress } from './secret-in-address.ts';
import { secretInSource } from './secrets.ts';
import { shownSecret } from './shown-secret.ts';
import { minifiedCode, obfuscatedCode } from './unreadable-code.ts';

/** Rules for what n8n's linter does not detect. Its own rules are in the lint group `security`. */
export const rules: readonly NodeRule[] = [
  computedRequire,
  indirectEval,
  hiddenGlobal,
  hostModules,
  encodedPayload,
  ignoredCertificates,
  extendedPrototype,
  insecureAddress,
  shownSecret,
  secretInAddress,
];

export const fileRules: readonly FileRule[] = [obfuscatedCode, minifiedCode, bidiCharacter];

export const textRules: readonly TextRule[] = [secretInSource];
