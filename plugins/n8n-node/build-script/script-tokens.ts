/** A token: a name, a string without quotes, or a punctuator. Comments and whitespace are omitted. */
export interface Token {
  kind: 'name' | 'text' | 'sign' | 'other';
  text: string;
}

/** Characters of a script; the scripts of builds are a tenth of it. */
const maxLength = 32 * 1024;

/** What is not closed extends to the end, so that nothing is scanned twice. */
const pieces = [
  String.raw`(?<blank>\s+|\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*))`,
  String.raw`(?<name>[\p{ID_Start}$_#][\p{ID_Continue}$]*)`,
  String.raw`(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')`,
  String.raw`(?<template>\x60(?:\\.|[^\x60\\])*(?:\x60|$))`,
  String.raw`(?<number>\d[\w.]*)`,
  String.raw`(?<sign>=>|\.\.\.|\?\.|[\s\S])`,
];

/**
 * Splits JavaScript into tokens, approximately: invalid or unusual syntax becomes a token that matches nothing.
 * @returns undefined for a script that is too long
 */
export function scriptTokens(script: string): Token[] | undefined {
  if (script.length > maxLength) return undefined;
  const tokens: Token[] = [];
  const piece = new RegExp(pieces.join('|'), 'gu');
  for (let match = piece.exec(script); match; match = piece.exec(script)) {
    const { blank, name, text, template, number, sign } = match.groups ?? {};
    if (blank !== undefined) continue;
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (text !== undefined) tokens.push(textToken(text));
    else if (template !== undefined)
      tokens.push(template.includes('${') ? { kind: 'other', text: template } : textToken(template));
    else if (number !== undefined) tokens.push({ kind: 'other', text: number });
    else if (sign === '/' && startsExpression(tokens.at(-1))) {
      regularExpression.lastIndex = match.index;
      const [found] = regularExpression.exec(script) ?? [];
      tokens.push({ kind: 'other', text: '/' });
      if (found !== undefined) piece.lastIndex = match.index + found.length;
    } else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;

function textToken(quoted: string): Token {
  const inner = quoted.slice(1, -1);
  // Paths do not contain escapes.
  return inner.includes('\\') ? { kind: 'other', text: inner } : { kind: 'text', text: inner };
}

/** Whether a slash starts a regular expression, not a division. */
function startsExpression(before: Token | undefined): boolean {
  return before === undefined || (before.kind === 'sign' && !/^[)\]}]$/.test(before.text)) || before.text === 'return';
}
