import type { Check } from '../../kernel/check.ts';
import { printable } from '../../kernel/printable.ts';
import type { Terminal } from '../terminal.ts';

/** Returns what a JSON document says about a check. */
export function describeCheck({ name, title, modes, docs, rules }: Check) {
  return {
    name,
    title,
    modes,
    ...(docs !== undefined && { docs }),
    rules: rules.map(({ code, severity, title }) => ({ code, severity, title })),
  };
}

/** Returns a line per rule of a check: code, severity and title in columns. */
export function ruleLines({ rules }: Check, indent: string, { colors: { red, yellow } }: Terminal): string[] {
  const column = Math.max(0, ...rules.map(({ code }) => code.length));
  return rules.map(({ code, severity, title }) => {
    const padded = severity === 'error' ? red('error  ') : yellow('warning');
    return `${indent}${code.padEnd(column)}  ${padded}  ${printable(title)}`;
  });
}
