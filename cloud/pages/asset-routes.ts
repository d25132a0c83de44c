import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const types = {
  'page.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'filter.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The style, script and icon of the pages, read once. */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  for (const [name, type] of Object.entries(types)) {
    const content = await readFile(new URL(`./assets/${name}`, import.meta.url));
    app.get(`/assets/${name}`, async (_request, reply) =>
      // Short, because a new version of the server may change them.
      reply.header('cache-control', 'public, max-age=300').type(type).send(content),
    );
  }
}
