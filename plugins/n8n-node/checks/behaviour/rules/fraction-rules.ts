import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';

export const fractionLost = overOperations({
  code: 'behaviour-fraction-lost',
  title: 'Fraction of a number is cut off',
  severity: 'error',
  why: 'The description of the parameter says that it takes fractions, by `numberPrecision`, its default, its bounds or an example. The request has an integer in their place: 0.8 becomes 0, and 99.5 becomes 100.',
  fix: 'Send the number as it is, or in the smallest unit: `Math.round(amount * 100)`. If the API expects an integer, set `numberPrecision` to 0 and say so in the description.',
  bad: "{ name: 'scale', type: 'number', typeOptions: { numberPrecision: 2 }, … }\nbody: { scale: parseInt(scale, 10) },",
  good: "{ name: 'scale', type: 'number', typeOptions: { numberPrecision: 2 }, … }\nbody: { scale },",
  docs: docs.uiElements,
  fault({ trace: { cutFractions = [] } }) {
    const [first] = cutFractions;
    return (
      first &&
      `the fraction of ${listed(cutFractions.map(({ name }) => shown(name)))} is lost: for ${first.given}, it sends the same requests as for ${first.sent}`
    );
  },
});

export const millisecondsMultiplied = overOperations({
  code: 'behaviour-milliseconds-multiplied',
  title: 'Milliseconds are multiplied by 1000',
  severity: 'error',
  why: 'Users read that the parameter is in milliseconds. The request has 1000 times what they enter, as if they had entered seconds.',
  fix: 'Send the number as it is, or describe the parameter in seconds.',
  bad: "{ displayName: 'Timeout (Ms)', name: 'timeout', … }\nbody: { timeout: timeout * 1000 },",
  good: "{ displayName: 'Timeout (Ms)', name: 'timeout', … }\nbody: { timeout },",
  docs: docs.uiElements,
  fault({ trace: { scaledTimes: [first] = [] } }) {
    return (
      first && {
        what: `${shown(first.name)} is in milliseconds, but for ${first.given}, it sends ${first.given * 1000} as ${shown(first.key)}`,
        parameter: first.name,
      }
    );
  },
});
