import type { OwnCredentials } from '../../model/descriptions/credential-fields.ts';
import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import type { IconFile } from '../../model/icons/icon-files.ts';
import type { Rule } from '../../rule.ts';
import type { ExpressionOwner } from '../../shared-rules/expression-owner.ts';
import type { FieldOwner } from '../../shared-rules/field-owner.ts';

/** A credential as the rules about credentials see it. */
export interface CredentialSubject {
  credential: DescribedCredential;
  all: DescribedPackage;
  own: OwnCredentials;
  icons: readonly IconFile[];
  /** Whether code reads a field of a credential. */
  isRead(credential: string, field: string): boolean;
  /** How often code mentions a word: see `timesMentioned`. */
  timesMentioned(word: string): number;
  /** Whether a text is written in the sources, and not made when they run. */
  isWritten(text: string): boolean;
  /** Whether code may use all fields of credentials without their names. */
  areAllUsed: boolean;
  /** The credential, as the rules about fields and those about expressions see it. */
  fieldOwners: readonly FieldOwner[];
  expressionOwners: readonly ExpressionOwner[];
}

export type CredentialRule = Rule<CredentialSubject>;
