import { expressionsIn } from '../model/expressions/expression-texts.ts';
import { type ExpressionRule, type ExpressionWords, evaluated, evaluatedBy, violationIn } from './expression-owner.ts';

/** Parts that never begin with an equals sign, as a formula in a body may: URLs and headers, and fields with a URL. */
const ofRequest = /\.(?:url|baseURL|headers\.[^.]+)$/;
const ofField = /url\.default$/i;

export function equalsTwice({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-equals-twice`,
    title: 'Expression starts with "=="',
    severity: 'error',
    why: 'n8n removes one equals sign and keeps the other as a part of the value: a URL that starts with "=" is invalid, and a header has the wrong value.',
    fix: 'Start the text with one "=".',
    bad: "url: '==/orders/{{ $parameter.orderId }}'",
    good: "url: '=/orders/{{ $parameter.orderId }}'",
    docs,
    *check(owner) {
      const { description } = owner;
      for (const one of evaluatedBy(owner, expressionsIn(description))) {
        if (!one.text.startsWith('==')) continue;
        const isOfRequest = evaluated.test(`${one.path}.`) && ofRequest.test(one.path);
        if (isOfRequest || (check === 'credentials' && ofField.test(one.path)))
          yield violationIn(description, one, 'the expression starts with "==", so its value starts with "="');
      }
    },
  };
}
