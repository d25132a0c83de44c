import { expect } from 'vitest';

/** Controls but for line breaks and tabs, and characters that turn text around or hide it. */
const unsafe = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** Text of a project that does harm where it is shown as it is: terminals, logs of CI servers, web pages. */
export const venom =
  '\x1b[2J\x1b]0;owned\x07\x1b]8;;http://evil.example\x07click\x1b]8;;\x07\r\u202eevil\u2066\u200b\x9b31m\n::error file=x::forged\n##[group]x\n##vso[task.complete result=Succeeded]\n<script>alert(1)</script>]]>';

/** Fails when a text would do more than be read, in a terminal or in the log of a CI server. */
export function expectPlain(text: string): void {
  expect(text).not.toMatch(unsafe);
  expect(text).not.toMatch(/^\s*::(?!error |warning |notice )/m);
  expect(text).not.toMatch(/^\s*::(?:error|warning) file=x::/m);
  expect(text).not.toMatch(/##(?:\[|vso\[|teamcity\[)/);
}

/** The same for a JSON document: its texts as they are once it has been read. */
export function expectPlainJson(document: string): void {
  expectPlain(document);
  JSON.parse(document, (key, value) => {
    expectPlain(key);
    if (typeof value === 'string') expectPlain(value);
    return value;
  });
}
