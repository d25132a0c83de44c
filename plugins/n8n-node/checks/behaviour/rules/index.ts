import type { BehaviourRule } from '../behaviour-rule.ts';
import { listUnusable, testAlwaysPasses, testIgnoresSecret } from './editor-rules.ts';
import {
  continueIgnored,
  expressionAsText,
  failureHidden,
  neverStops,
  objectAsText,
  slashMissing,
  stateKept,
} from './failure-rules.ts';
import {
  inputChanged,
  itemBeyondLast,
  itemsLost,
  noPairing,
  nothingSupplied,
  notItems,
  outputFlat,
  wrongPairing,
  wrongValues,
} from './item-rules.ts';
import { deleteReads, operationUnknown } from './offer-rules.ts';
import { bodyLost, oppositeSame, parameterNotShown, parameterUnused, valuesSwapped } from './parameter-rules.ts';
import {
  credentialKept,
  credentialUnused,
  instanceSent,
  secretInError,
  secretInOutput,
  secretInUrl,
  secretSentElsewhere,
  unknownHost,
} from './secret-rules.ts';
import {
  pollRepeats,
  webhookCreatedAgain,
  webhookNeverCreated,
  webhookNotDeleted,
  webhookRejectedStarts,
} from './trigger-rules.ts';

/** Rules about what operations did when they ran; see refusal-rules.ts for the others. */
export const rules: readonly BehaviourRule[] = [
  itemsLost,
  itemBeyondLast,
  wrongValues,
  wrongPairing,
  failureHidden,
  secretInOutput,
  secretInError,
  secretSentElsewhere,
  secretInUrl,
  credentialKept,
  instanceSent,
  unknownHost,
  credentialUnused,
  parameterUnused,
  parameterNotShown,
  bodyLost,
  valuesSwapped,
  oppositeSame,
  continueIgnored,
  inputChanged,
  noPairing,
  neverStops,
  objectAsText,
  expressionAsText,
  slashMissing,
  stateKept,
  operationUnknown,
  deleteReads,
  outputFlat,
  notItems,
  nothingSupplied,
  pollRepeats,
  webhookNeverCreated,
  webhookCreatedAgain,
  webhookNotDeleted,
  webhookRejectedStarts,
  listUnusable,
  testIgnoresSecret,
  testAlwaysPasses,
];
