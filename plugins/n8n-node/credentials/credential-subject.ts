import type { OwnCredentials } from '../described/credential-fields.ts';
import type { DescribedCredential } from '../described/described-credential.ts';
import type { DescribedPackage } from '../described/described-package.ts';
import type { Watcher } from '../described/sighting.ts';
import type { ExpressionOwner } from '../expressions/expression-rules.ts';
import type { IconFile } from '../icons/icon-files.ts';
import type { FieldOwner } from '../parameters/field-owner.ts';

/** A credential as the rules about credentials see it. */
export interface CredentialSubject {
  credential: DescribedCredential;
  all: DescribedPackage;
  own: OwnCredentials;
  icons: readonly IconFile[];
  /** The credential, as the rules about fields and those about expressions see it. */
  fieldOwners: readonly FieldOwner[];
  expressionOwners: readonly ExpressionOwner[];
}

export type CredentialWatcher = Watcher<CredentialSubject>;
