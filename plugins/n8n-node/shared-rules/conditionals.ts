import { memoize } from '../memoize.ts';
import type { Condition, Display } from '../model/parameters/display-conditions.ts';
import { everyParameter, type Level } from '../model/parameters/parameter.ts';
import { type Plain, shown } from '../model/parameters/plain.ts';
import type { FieldOwner } from './field-owner.ts';

/** A parameter, field, option or credential with display options. */
export interface Conditional {
  path: string;
  raw: Plain;
  display: Display;
  level: Level;
  /** Whether it is a required parameter or field. */
  required: boolean;
}

/** Names and values that a message lists. */
export const most = 4;

/** Everything with display options; memoized, because several rules need it. */
export const conditionals = memoize(({ fields, dependents }: FieldOwner): readonly Conditional[] => {
  const all: Conditional[] = [];
  for (const { path, raw, display, level, choices = [] } of everyParameter(fields)) {
    // A field of a collection exists only after the user adds it.
    const required = raw['required'] === true && level.owner === undefined;
    if (display) all.push({ path, raw, display, level, required });
    for (const choice of choices) {
      if (choice.display)
        all.push({
          path: `${path} (${shown(choice.value)})`,
          raw: choice.raw,
          display: choice.display,
          level,
          required: false,
        });
    }
  }
  for (const { path, raw, display } of dependents)
    if (display) all.push({ path, raw, display, level: fields, required: raw['required'] === true });
  return all;
});

export const conditionsOf = ({ show, hide }: Display): Condition[] => [...show, ...hide];

/** Whether a value names what is not selectable on purpose, for example for workflows of old versions. */
export const isFormer = (value: string) => /^_|legacy|deprecated/i.test(value);

/** Keys of the parameters that select an operation. */
export const ofOperation = /^\/?(resource|operation)$/;
