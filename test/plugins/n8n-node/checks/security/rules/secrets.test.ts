import { describe, expect, it } from 'vitest';
import { secretInSource } from '../../../../../../plugins/n8n-node/checks/security/rules/secrets.ts';

/** So many letters and digits, in no order that anyone would make up. */
const random = (length: number) => 'Q7kZ9mW2pL5vN8rT3yH6jB4dG1gS'.repeat(4).slice(0, length);
const digits = (length: number) => '8271936450'.repeat(3).slice(0, length);
const upper = (length: number) => 'QZMWPLVNRTYHJBDGS7254'.slice(0, length);

/** Put together, so that nobody takes this file for one that gives secrets away. */
const samples: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ...['p', 'o', 'u', 's', 'r'].map((kind) => ['GitHub token', [`gh${kind}`, '_', random(36)]] as const),
  ['GitHub token', ['github', '_pat_', random(22), '_', random(59)]],
  ['GitLab token', ['glp', 'at-', random(20)]],
  ['npm token', ['npm', '_', random(36)]],
  ['AWS access key', ['AK', 'IA', upper(16)]],
  ['AWS access key', ['AS', 'IA', upper(16)]],
  ['Slack token', ['xo', 'xb-', digits(12), '-', random(24)]],
  ['Slack webhook', ['https://hooks.', 'slack.com/services/T', random(9), '/B', random(9), '/', random(24)]],
  ['Discord webhook', ['https://', 'discord.com/api/webhooks/', digits(18), '/', random(68)]],
  ['Discord webhook', ['https://', 'discordapp.com/api/webhooks/', digits(18), '/', random(68)]],
  ['Stripe key', ['s', 'k_live_', random(24)]],
  ['Stripe key', ['r', 'k_live_', random(24)]],
  ['OpenAI key', ['s', 'k-', random(20), 'T3Blbk', 'FJ', random(20)]],
  ['OpenAI key', ['s', 'k-proj-', random(20), 'T3Blbk', 'FJ', random(20)]],
  ['Anthropic key', ['sk-', 'ant-api03-', random(90)]],
  ['Google API key', ['AI', 'za', random(35)]],
  ['SendGrid key', ['S', 'G.', random(22), '.', random(43)]],
  ['Telegram bot token', [digits(10), ':A', 'A', random(33)]],
  ['JSON Web Token', ['ey', 'J', random(20), '.ey', 'J', random(30), '.', random(43)]],
  ['password in a URL', ['https://', 'acme:', random(16)]],
  ['private key', ['-----BEGIN ', 'RSA PRIVATE', ' KEY-----\n', random(64)]],
];

describe('what an issuer made recognisable', () => {
  it.each(samples)('is found in a text: %s', (name, parts) => {
    const secret = parts.join('');
    const [violation, ...others] = secretInSource.check(`const secret = '${secret}@api.acme.io';`) ?? [];
    expect(violation).toMatchObject({ message: `Possible ${name} in the source code`, start: 16 });
    expect(violation?.end).toBe(16 + secret.length);
    expect(others).toEqual([]);
  });

  it('is a warning once a token has expired', () => {
    const tokenUntil = (exp: number) => {
      const payload = Buffer.from(JSON.stringify({ sub: 'acme', exp })).toString('base64url');
      return ['ey', 'J', random(20), '.', payload, '.', random(43)].join('');
    };
    const now = Math.floor(Date.now() / 1000);
    const told = [now - 3600, now + 3600].map((exp) => [...(secretInSource.check(tokenUntil(exp)) ?? [])]);
    expect(told).toMatchObject([
      [{ message: 'Expired JSON Web Token in the source code', severity: 'warning' }],
      [{ message: 'Possible JSON Web Token in the source code' }],
    ]);
  });

  it.each([
    'https://user:password@proxy.acme.io',
    'http://localhost:5678/@scope/package1',
    `https://acme:${random(16)}@api.example.com`,
    'https://acme:$1@api.acme.io',
  ])('is not found in %s', (text) => {
    expect([...(secretInSource.check(text) ?? [])]).toEqual([]);
  });
});
