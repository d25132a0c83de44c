import type { BehaviourRule } from '../behaviour-rule.ts';
import { bufferAsJson, collectionSent, getWithBody, jsonTwice, optionIgnored } from './body-rules.ts';
import { continueIgnored, failedItemLost } from './continue-rules.ts';
import { credentialKept } from './credential-kept.ts';
import { credentialUnused } from './credential-unused.ts';
import {
  webhookRejectedStarts,
  webhookSignsParsed,
  webhookStartsNothing,
  webhookUnanswered,
  webhookUnsignedStarts,
} from './delivery-rules.ts';
import {
  listCached,
  listNeedsText,
  listReadsHidden,
  listSearchIgnored,
  listUnusable,
  listWithoutCredential,
  testAlwaysPasses,
  testIgnoresSecret,
} from './editor-rules.ts';
import {
  errorAsItem,
  failureHidden,
  failureIgnored,
  parsedTwice,
  rejectedRepeated,
  requestNotAwaited,
  stateKept,
} from './failure-rules.ts';
import { itemBeyondLast, itemsLost } from './items-lost-rules.ts';
import { jsonRefused } from './json-refused.ts';
import { methodOfClass } from './method-of-class.ts';
import { operationIdle, operationUnknown } from './offer-rules.ts';
import { fieldsKept, itemsRepeated, settingOfOther, wrongValues } from './other-item-rules.ts';
import {
  fileCorrupted,
  inputChanged,
  nothingSupplied,
  notItems,
  outputFlat,
  outputMissing,
  outputsBeyond,
  responseOutput,
} from './output-rules.ts';
import { emptyAsItem, filterLost, limitIgnored, neverStops, pageRepeated, pagesMissing } from './page-rules.ts';
import { noPairing, wrongPairing } from './pairing-rules.ts';
import { parameterNotSent } from './parameter-effect-rules.ts';
import { parameterNotShown, parameterUnused, valuesSwapped, zeroReplaced } from './parameter-rules.ts';
import { pollEmpty, pollLoses, pollMisses, pollRepeats } from './poll-rules.ts';
import { refusalRules } from './refusal-rules.ts';
import { authorizationUndefined, fileNotRead, tokenLost, valueNotEscaped } from './request-rules.ts';
import {
  hostUnlike,
  instanceSent,
  secretInError,
  secretInLog,
  secretInOutput,
  secretInUrl,
  secretSentElsewhere,
  unknownHost,
} from './secret-rules.ts';
import { triggerNotStopped } from './trigger-rules.ts';
import { falseNotSent, unsetFieldSent } from './update-rules.ts';
import {
  basePathDropped,
  expressionAsText,
  hostMissing,
  objectAsText,
  schemeMissing,
  schemeTwice,
  undefinedInUrl,
} from './url-rules.ts';
import { webhookCreatedAgain, webhookNeverCreated, webhookNotDeleted, webhookUrlNotSent } from './webhook-rules.ts';

/** Rules about what operations did when they ran; see refusal-rules.ts for the others. */
export const rules: readonly BehaviourRule[] = [
  ...refusalRules,
  methodOfClass,
  itemsLost,
  itemBeyondLast,
  itemsRepeated,
  fileNotRead,
  jsonRefused,
  jsonTwice,
  optionIgnored,
  collectionSent,
  getWithBody,
  valueNotEscaped,
  authorizationUndefined,
  pagesMissing,
  filterLost,
  limitIgnored,
  emptyAsItem,
  pageRepeated,
  wrongValues,
  settingOfOther,
  fieldsKept,
  wrongPairing,
  errorAsItem,
  failureHidden,
  requestNotAwaited,
  failureIgnored,
  rejectedRepeated,
  failedItemLost,
  secretInOutput,
  secretInError,
  secretInLog,
  secretSentElsewhere,
  secretInUrl,
  credentialKept,
  instanceSent,
  unknownHost,
  credentialUnused,
  hostUnlike,
  parameterUnused,
  parameterNotSent,
  falseNotSent,
  unsetFieldSent,
  zeroReplaced,
  parameterNotShown,
  valuesSwapped,
  continueIgnored,
  inputChanged,
  noPairing,
  neverStops,
  objectAsText,
  parsedTwice,
  undefinedInUrl,
  expressionAsText,
  basePathDropped,
  schemeTwice,
  hostMissing,
  schemeMissing,
  stateKept,
  operationUnknown,
  operationIdle,
  outputFlat,
  outputMissing,
  outputsBeyond,
  responseOutput,
  notItems,
  fileCorrupted,
  nothingSupplied,
  bufferAsJson,
  tokenLost,
  pollEmpty,
  pollLoses,
  pollMisses,
  pollRepeats,
  webhookNeverCreated,
  webhookCreatedAgain,
  webhookNotDeleted,
  webhookRejectedStarts,
  webhookUnsignedStarts,
  webhookStartsNothing,
  webhookUnanswered,
  webhookSignsParsed,
  webhookUrlNotSent,
  triggerNotStopped,
  listCached,
  listReadsHidden,
  listUnusable,
  listWithoutCredential,
  listNeedsText,
  listSearchIgnored,
  testIgnoresSecret,
  testAlwaysPasses,
];
