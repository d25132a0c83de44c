import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { parsePackageReference } from '../../runner/source/package-reference.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import type { SchemaTypes } from '../server/validation.ts';
import { packageVerdict } from '../store/runs.ts';
import type { Tables } from '../store/tables.ts';
import { html } from './html.ts';

const file = Type.String({ maxLength: 256 });
const BadgeParams = Type.Object({ file });
const ScopedBadgeParams = Type.Object({ scope: file, file });

/** Seconds for which an image may be cached. */
const maxAge = 300;

/** `/badges/<package>.svg`: the last verdict on a published package, for everyone. */
export function badgeRoutes(instance: FastifyInstance, { database }: Pick<CloudContext, 'database'>): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;
  app.get('/badges/:file', { schema: { params: BadgeParams } }, ({ params }, reply) =>
    sendBadge(reply, db, params.file),
  );
  app.get('/badges/:scope/:file', { schema: { params: ScopedBadgeParams } }, ({ params }, reply) =>
    sendBadge(reply, db, `${params.scope}/${params.file}`),
  );
}

async function sendBadge(reply: FastifyReply, db: Kysely<Tables>, path: string): Promise<FastifyReply> {
  const verdict = await packageVerdict(db, packageNamed(path));
  return (
    reply
      .header('cache-control', `public, max-age=${maxAge}`)
      // Pages of other sites show it.
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/svg+xml; charset=utf-8')
      .send(badge(verdict === undefined ? 'none' : verdict === 'success' ? 'passed' : 'failed'))
  );
}

/** @throws {ServiceError} NOT_FOUND for what is not `<package>.svg` */
function packageNamed(path: string): string {
  const [, reference = ''] = /^(.+)\.svg$/.exec(path) ?? [];
  try {
    const { name } = parsePackageReference(reference);
    if (name === reference) return name;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  throw serviceError('NOT_FOUND', { what: 'This badge' });
}

const label = 'verified';
/** Pixels of a character, on average, and beside a text. */
const characterWidth = 6.6;
const padding = 6;

const looks = {
  passed: { text: 'passed', color: '#1a7f37' },
  failed: { text: 'failed', color: '#b42318' },
  none: { text: 'not verified', color: '#57606a' },
} as const;

/** Renders the verdict on a package as an SVG image that READMEs can show. */
function badge(verdict: keyof typeof looks): string {
  const { text, color } = looks[verdict];
  const name = verdict === 'none' ? text : `${label}: ${text}`;
  const left = verdict === 'none' ? 0 : widthOf(label);
  const width = left + widthOf(text);
  const written = (x: number, content: string) =>
    html`<text x="${x}" y="14" textLength="${widthOf(content) - 2 * padding}">${content}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${name}">
<title>${name}</title>
<rect width="${width}" height="20" rx="3" fill="${color}"/>
${left > 0 && html`<path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#24292f"/>`}
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${left > 0 && written(padding, label)}
${written(left + padding, text)}
</g>
</svg>
`.text;
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 2 * padding;
}
