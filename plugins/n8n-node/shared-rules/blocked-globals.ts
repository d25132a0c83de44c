import { expressionsIn } from '../model/expressions/expression-texts.ts';
import { shown } from '../model/parameters/plain.ts';
import {
  type ExpressionRule,
  type ExpressionWords,
  evaluated,
  evaluatedBy,
  ofSubtitle,
  violationIn,
} from './expression-owner.ts';

/** Source: n8n-workflow 2.41, dist/cjs/expression.js, `initializeGlobalContext`: those that are of use in an expression. */
const blocked =
  /(?<![\w$.'"`])(Buffer|require|fetch|eval|escape|unescape|setTimeout|Promise|Reflect|Proxy|Function|XMLHttpRequest)\s{0,9}[.(]/;

/** What n8n blocks of an expression. */
export function blockedIn(text: string): string | undefined {
  if (!text.startsWith('=')) return undefined;
  for (const part of text.slice(0, 20_000).split('{{').slice(1)) {
    const [code = ''] = part.split('}}');
    const name = blocked.exec(code)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** n8n-workflow 2.41, workflow-data-proxy-env-provider.js */
const environment = /\{\{[^{}]{0,500}\$env\b/;

export function blockedGlobal({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-blocked-global`,
    title: 'Expression uses a global that n8n blocks',
    severity: 'error',
    why: 'In expressions, n8n replaces `Buffer`, `require`, `fetch`, `Promise` and others with empty objects: the value is undefined, and the request is sent without it. `$env` throws since n8n 2, unless whoever runs n8n allows it.',
    fix: 'Use what n8n offers in expressions, such as `.base64Encode()` for texts; for basic authentication, use `auth` with `username` and `password`. Or compute the value in code: `preSend`, or `authenticate` as a function.',
    bad: 'Authorization: \'=Basic {{ Buffer.from($credentials.user + ":" + $credentials.password).toString("base64") }}\'',
    good: "auth: { username: '={{ $credentials.user }}', password: '={{ $credentials.password }}' }",
    docs,
    *check(owner) {
      const { description } = owner;
      for (const { text, path } of evaluatedBy(owner, expressionsIn(description))) {
        if (!evaluated.test(`${path}.`)) continue;
        const name = blockedIn(text);
        const isDenied = check === 'nodes' && environment.test(text);
        if (name === undefined && !isDenied) continue;
        const fault = isDenied
          ? 'n8n denies "$env" in expressions by default, and throws'
          : `n8n blocks ${shown(name)} in expressions, so the value is undefined`;
        yield { ...violationIn(description, { text, path }, fault), ...ofSubtitle(path) };
      }
    },
  };
}
